// BGRunJobTests
