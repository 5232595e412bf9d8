"""The command line. Imported by nothing else."""
