"""What no play can beat: the last round, and known draws round by round."""
