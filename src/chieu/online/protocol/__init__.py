"""Messages between clients and tables: commands, answers, views, announcements and their texts."""
