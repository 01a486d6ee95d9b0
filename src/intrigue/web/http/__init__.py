"""What every request passes: the guard, identities, files, the site's own address."""
