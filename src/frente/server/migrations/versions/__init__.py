"""Steps from each schema to the next, oldest first. A step that has been released is never changed."""
