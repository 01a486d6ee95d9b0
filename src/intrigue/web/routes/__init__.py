"""Handlers of requests, a module for what each is about; `urls` lists every address."""
