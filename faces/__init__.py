"""What a person sees and types. `app` answers questions, `games` adapts each game to it, `cli` is the command line."""
