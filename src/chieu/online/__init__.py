"""The half of Chiếu that needs a network. Only the command line imports it."""
