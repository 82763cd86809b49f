"""Launched from a school's learning platform by LTI 1.3. Off unless platforms are configured."""
