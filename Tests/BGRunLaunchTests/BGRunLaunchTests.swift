// BGRunLaunchTests
