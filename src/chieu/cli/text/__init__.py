"""The texts of the command line."""
