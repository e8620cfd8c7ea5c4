#!/bin/bash
#SBATCH --job-name=noise
#SBATCH --array=0-7
#SBATCH --requeue
# Bakes a store in eight shares, one for each task of the array:
#
#   wgpu-noise bake big.toml --backend cpu -o /shared/big.zarr --init
#   sbatch slurm.sh big.toml /shared/big.zarr
#   wgpu-noise status /shared/big.zarr
#
# A task that fails, or is preempted, may be submitted again with --array=NUMBER: it writes what is missing. Then `--shard auto`
# would take the number of tasks of that submission for the number of shares, so the number is stated here.
set -euo pipefail
wgpu-noise bake "$1" --backend cpu -o "$2" --shard "$SLURM_ARRAY_TASK_ID/8"
