// bgrun: words for people. Each subcommand is one file; this one only starts.
import BGRunLinux

Program.run(Array(OwnProgram.arguments.dropFirst()))
