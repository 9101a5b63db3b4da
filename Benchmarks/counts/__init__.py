"""What is counted of the release build, by topic: each file has `count(bench)`, which gives figures by their names."""
