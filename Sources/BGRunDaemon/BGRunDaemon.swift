// BGRunDaemon
