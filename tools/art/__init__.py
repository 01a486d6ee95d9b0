"""Our pictures: heraldry and illumination drawn by code into one sprite; `make art` writes the files.

Everything is drawn in a few flat tones with one outline. Tones are CSS variables (see `pen.TONES` and `css/art.css`),
so that families, nobles and themes colour the same drawing; the light tones stand in where no style sheet is.
"""
