"""Accounts, for whoever wants to keep progress beyond one browser: a name and password, or a personal link."""
