// BGRunTestSupport
