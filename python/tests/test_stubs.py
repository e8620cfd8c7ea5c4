"""The stubs are those of this library, and no public name is missing in it."""

import ast
import runpy
import tomllib
from pathlib import Path

import wgpu_noise as wn

HERE = Path(__file__).parents[1]


def test_the_stubs_are_what_the_script_writes():
    stubs = runpy.run_path(str(HERE / "stubs.py"))["stubs"]()
    assert [path.name for path in stubs] == ["__init__.pyi", "dask.pyi", "xarray.pyi"]
    for path, text in stubs.items():
        assert path.read_text() == text, "run python/stubs.py"


def test_the_version_is_that_of_the_package():
    assert wn.__version__ == tomllib.loads((HERE / "Cargo.toml").read_text())["package"]["version"]


def test_completion_shows_public_names_alone():
    assert set(dir(wn)) == {*wn.__all__, "__version__", "dask", "xarray"}
    assert not hasattr(wn, "values") and not hasattr(wn, "gradient")


def test_every_public_name_has_a_type():
    tree = ast.parse((HERE / "wgpu_noise" / "__init__.pyi").read_text())
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert set(wn.__all__) <= set(defined)
    for name in ["Noise", "Recipe"]:
        methods = {node.name for node in defined[name].body if isinstance(node, ast.FunctionDef)}
        public = {method for method in vars(getattr(wn, name)) if not method.startswith("_")}
        assert public - methods <= {"on_grid"}, public - methods
