"""Writes the samples of a store's array to standard output, and what xarray says of it, as JSON, to standard error."""

import json
import sys

import xarray
import zarr

store = sys.argv[1]
array = zarr.open_group(store, mode="r")["noise"]
dataset = xarray.open_zarr(store, consolidated=True)
seen = {
    "shape": array.shape,
    "type": str(array.dtype),
    "dimensions": dataset.noise.dims,
    "channels": dataset.noise.attrs.get("channels"),
    "recipe": dataset.attrs["wgpu-noise:recipe"],
    "x": dataset.x.values.tolist(),
    "sum": float(dataset.noise.sum()),
}
json.dump(seen, sys.stderr)
sys.stdout.buffer.write(array[...].tobytes(order="C"))
