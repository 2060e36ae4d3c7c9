"""What a person sees and types: the commands, one module each. Nothing slow is imported at the top of any of them."""
