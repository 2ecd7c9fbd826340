"""Pages: a pure function of ``SiteData``; what each page says, before any HTML."""

from site_builder.pages.page import Content, Page
from site_builder.pages.plan import plan_pages
from site_builder.pages.prose import Article, Prose, load_prose

__all__ = ["Article", "Content", "Page", "Prose", "load_prose", "plan_pages"]
