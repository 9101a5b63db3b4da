// BGRunLaunch
