"""The table on a page: a local server that asks `faces.app` what the page wants to know."""
