"""What stands behind the ports of the house, one kind a file."""
