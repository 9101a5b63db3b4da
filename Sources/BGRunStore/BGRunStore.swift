// BGRunStore
