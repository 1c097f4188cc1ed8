"""Build steps and checks: compiled kernels, web page, generated tables, releases."""
