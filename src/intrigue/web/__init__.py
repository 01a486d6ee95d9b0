"""The site: open a page, sit down and play. Nothing else in the house imports it but the command line."""
