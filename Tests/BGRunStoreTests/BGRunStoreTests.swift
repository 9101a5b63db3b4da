// BGRunStoreTests
