"""How uvicorn serves the site."""
