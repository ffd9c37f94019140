"""How stylesheets and modules reach a browser: named by content, compressed, cached for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Hashes names inside ES modules too, so that a module never meets another version of its neighbour."""

    support_js_module_import_aggregation = True
