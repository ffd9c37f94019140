"""QR codes in pages."""

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr(text: str, label: str = "") -> SafeString:
    """Draw a QR code as an inline SVG of class `qr`; `label` says what it is to who cannot see it."""
    # The drawing holds no part of `text` as text, and `label` is escaped by segno as the title.
    drawn = segno.make(text, micro=False, error="m").svg_inline(
        svgclass="qr", lineclass=None, dark="#14110B", omitsize=True, title=label or None
    )
    return mark_safe(drawn.replace("<svg ", '<svg role="img" ', 1))  # noqa: S308
