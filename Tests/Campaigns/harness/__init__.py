"""All that campaigns have in common: what starts, asks, counts and ends, and where. Nothing here knows a rule of one of
them, and a campaign is nothing but its events and its rules."""
