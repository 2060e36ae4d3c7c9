"""A game in a link: the whole game file, packed into letters that an address may have."""

import base64
import binascii
import zlib

from tabletop.files import Fault, InvalidFile

LONGEST = 400_000  # letters of a game file in a link


def packed(text: str) -> str:
    """A game file as letters.

    >>> unpacked(packed('game = "clin9ic"'))
    'game = "clin9ic"'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii").rstrip("=")


def unpacked(letters: str) -> str:
    """The game file in a link; InvalidFile where there is none."""
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, LONGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError("longer than a game file")
        return text.decode("utf-8")
    except (ValueError, binascii.Error, zlib.error):
        raise InvalidFile([Fault("the link", None, "", "holds no game, expected one made by Share")]) from None
