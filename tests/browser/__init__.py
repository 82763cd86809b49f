"""Tests in a real browser, on the site as `up` serves it."""
