"""Games on other sites: pages and cards for programs that preview links, and games to embed."""
