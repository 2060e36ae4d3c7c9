"""The solitaire of Clinic for commands and pages."""
