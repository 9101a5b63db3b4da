// BGRunClientTests
