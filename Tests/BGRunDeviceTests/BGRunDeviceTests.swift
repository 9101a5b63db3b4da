// BGRunDeviceTests
