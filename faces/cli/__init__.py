"""The command line, by click: words, colours and progress lines. It parses, asks `faces.app` and prints."""
