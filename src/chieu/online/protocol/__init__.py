"""The messages between clients and a server: commands, answers, announcements and views."""
