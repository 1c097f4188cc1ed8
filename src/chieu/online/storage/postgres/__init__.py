"""The ports on PostgreSQL: any number of nodes on one database, and no other service. Needs `chieu[postgres]`."""
