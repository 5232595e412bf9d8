"""What Alembic runs to take steps: on the connection it is given, in that connection's transaction."""
from alembic import context

from frente.server.migrations import VERSION

context.configure(connection=context.config.attributes["connection"], version_table=VERSION)
context.run_migrations()
