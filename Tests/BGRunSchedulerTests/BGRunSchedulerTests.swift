// BGRunSchedulerTests
