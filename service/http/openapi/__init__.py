"""The API's own documentation: the document, and a page that needs no CDN."""
