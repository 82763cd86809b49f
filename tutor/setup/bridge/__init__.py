"""From granian, which holds the connections, to the WSGI application: bodies, threads, answers, start and stop."""
