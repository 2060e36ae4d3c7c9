"""Texts of files and names of files, as they may be shown."""


def plain(text: str) -> str:
    """A text from a file or a name of one, on one line, with all that could not be seen or could mislead spelt out.

    Line breaks could forge a line of an answer, control characters steer a terminal, and marks of direction show
    letters in another order than they stand in.

    >>> print(plain("a title\\noptimal (proven): 99"))
    a title\\noptimal (proven): 99
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
