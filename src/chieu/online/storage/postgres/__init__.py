"""The ports on PostgreSQL: any number of nodes on one database. Needs `chieu[postgres]`."""
