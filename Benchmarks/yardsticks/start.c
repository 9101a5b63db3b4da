// The start of a bare program: a database opened and read, a udev monitor, a socket; then READY=1.
//
//   start DATABASE SOCKET
#include "common.h"

#include <libudev.h>
#include <sqlite3.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return address;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    sqlite3 *database;
    if (sqlite3_open(arguments[1], &database) != SQLITE_OK) return 1;
    sqlite3_exec(database,
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE IF NOT EXISTS jobs (identifier, descriptor); SELECT * FROM jobs", NULL, NULL, NULL);

    struct udev_monitor *monitor = udev_monitor_new_from_netlink(udev_new(), "kernel");
    if (!monitor) must(-1, "udev_monitor_new_from_netlink");
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "power_supply", NULL);
    must(udev_monitor_enable_receiving(monitor), "udev_monitor_enable_receiving");

    struct sockaddr_un door = address(arguments[2]), manager = address(getenv("NOTIFY_SOCKET"));
    unlink(arguments[2]);
    int listener = (int)must(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
    must(bind(listener, (struct sockaddr *)&door, sizeof door), arguments[2]);
    must(listen(listener, 128), "listen");
    must(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");

    int notify = (int)must(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket");
    must(connect(notify, (struct sockaddr *)&manager, sizeof manager), "connect");
    must(send(notify, "READY=1", 7, 0), "send");
    pause();
}
