"""A bound that counts heads: a table over the clinic, its doctors, patients and purse, in whole numbers."""
