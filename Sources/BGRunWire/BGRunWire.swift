// BGRunWire
