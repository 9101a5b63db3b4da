"""What is counted of the release build, by topic: each file gives figures by their names."""
