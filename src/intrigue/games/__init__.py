"""The games. Each is a folder that declares a state, its rules and how they are written down."""
