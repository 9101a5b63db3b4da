// BGRunClient
