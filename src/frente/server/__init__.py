"""The web app's server: tables where games are played, kept in a database and shown through sockets."""
