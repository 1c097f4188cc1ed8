"""The half of Chiếu that needs a network. Nothing outside this package imports it, except the command line."""
