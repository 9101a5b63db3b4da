// The daemon's program; everything it does is in BGRunDaemon.
import BGRunDaemon
import Glibc

exit(Daemon.run())
