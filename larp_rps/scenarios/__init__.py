"""Fights of live combat as files: the format of docs/scenarios.md, read, played and written."""
