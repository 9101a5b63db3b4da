// BGRunJSONTests
