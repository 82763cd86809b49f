"""Looking back at a deal: what each turn of a seat was worth, by what that seat could know when it played it."""
