// BGRunDevice
