"""The pages: plain functions, a module for each area. Page and fragment share one context."""
