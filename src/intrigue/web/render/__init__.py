"""Pages and frames, made of scenes and words."""
