// From exec to READY=1: starts a program as a service manager does, and says how long that took.
//
//   ready SOCKET PROGRAM ARGUMENT...     prints nanoseconds; then ends the program and waits for it
#include "common.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

int main(int count, char **arguments) {
    if (count < 3) return 2;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
    unlink(arguments[1]);
    int listener = (int)must(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket");
    must(bind(listener, (struct sockaddr *)&address, sizeof address), arguments[1]);
    must(setenv("NOTIFY_SOCKET", arguments[1], 1), "setenv");

    static volatile int64_t began;
    pid_t pid = vfork();
    if (pid == 0) {
        began = nanoseconds(CLOCK_MONOTONIC);
        execv(arguments[2], arguments + 2);
        _exit(127);
    }
    must(pid, "vfork");
    int status = 1;
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    char message[256] = {0};
    while (poll(&ready, 1, 30000) > 0) {
        ssize_t length = recv(listener, message, sizeof message - 1, 0);
        int64_t told = nanoseconds(CLOCK_MONOTONIC);
        if (length < 0) break;
        message[length] = 0;
        if (!strstr(message, "READY=1")) continue;
        answer("%lld\n", (long long)(told - began));
        status = 0;
        break;
    }
    kill(pid, status == 0 ? SIGTERM : SIGKILL);
    waitpid(pid, NULL, 0);
    unlink(arguments[1]);
    return status;
}
