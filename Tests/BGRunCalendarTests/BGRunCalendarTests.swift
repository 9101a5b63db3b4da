// BGRunCalendarTests
