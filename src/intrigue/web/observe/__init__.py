"""What the site tells of itself: logs without secrets, metrics."""
