"""Ctrl-C works in the tests wherever they are started, also in the background of a script, where it is ignored."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
