// bgrun: words for people. Each subcommand is one file; this one only starts.
Program.run(Array(CommandLine.arguments.dropFirst()))
