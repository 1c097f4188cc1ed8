"""What is built from the sources: the compiled kernels and the web page."""
