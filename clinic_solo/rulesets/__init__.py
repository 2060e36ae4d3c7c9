"""The rulesets, each a folder with what it changes and nothing else; `clinic_solo/registry.py` lists them."""
