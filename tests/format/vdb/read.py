"""Prints what OpenVDB finds in a file, as JSON: the fields of `File` in reader.rs. `read.py FILE X Y Z` lists the voxels from the
index 0 on; without a size it lists none."""

import json
import sys

import numpy

try:
    import openvdb
except ImportError:
    import pyopenvdb as openvdb


def described(grid, metadata, size):
    values = numpy.zeros(size, numpy.float32)
    active = numpy.zeros(size, numpy.uint8)
    if values.size:
        grid.copyToArray(values)
        for on in grid.citerOnValues():
            box = [slice(low, high + 1) for low, high in zip(on.min, on.max)]
            active[tuple(box)] = 1
    return {
        "name": grid.name,
        "class": grid.gridClass,
        "map": grid.transform.typeName,
        "first": grid.transform.indexToWorld((0, 0, 0)),
        "step": grid.transform.voxelSize(),
        "half": grid.saveFloatAsHalf,
        "low": metadata["file_bbox_min"],
        "high": metadata["file_bbox_max"],
        "counted": metadata["file_voxel_count"],
        "voxels": grid.activeVoxelCount(),
        "leaves": grid.leafCount(),
        "values": values.ravel(order="F").view(numpy.uint32).tolist(),
        "active": active.ravel(order="F").tolist(),
    }


path, *size = sys.argv[1:]
size = [int(side) for side in size] or [0, 0, 0]
grids, metadata = openvdb.readAll(path)
headers = openvdb.readAllGridMetadata(path)
# The two lists need not be in the order of the file.
headers = {header.name: header.metadata for header in headers}
grids = [described(grid, headers[grid.name], size) for grid in grids]
print(json.dumps({"metadata": metadata, "grids": grids}))
