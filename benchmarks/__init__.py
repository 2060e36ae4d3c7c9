"""What the solvers achieve, in figures: each module is a command, `python -m benchmarks.kernel` and so on."""
