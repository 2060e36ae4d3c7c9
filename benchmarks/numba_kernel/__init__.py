"""The kernel as it was before it became C++, for the comparison of both; it goes when the comparison is done."""
