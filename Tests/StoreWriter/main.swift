// Writes to a store until it is killed, or measures what reading and writing one costs.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunStore

switch (CommandLine.arguments.dropFirst().first, CommandLine.arguments.dropFirst(2).first) {
case ("write", let directory?): try Writing(directory: directory).run()
case ("measure", let directory?): try Measurement(directory: directory).run()
case (_, _): print("usage: StoreWriter write|measure DIRECTORY")
}
