// BGRunLinuxTests
