"""What the site stores, told in plain words: the privacy page and the table behind it."""
