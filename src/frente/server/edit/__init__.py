"""The pack editor: what can be edited of a game, drafts of packs, and how they are checked."""
