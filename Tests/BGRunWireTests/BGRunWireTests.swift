// BGRunWireTests
