// Submits jobs over a number of connections at once, each of which waits for its reply before the next one.
//
//   submit SOCKET        for each line "JOBS CONNECTIONS PREFIX" on standard input: the nanoseconds it took
#include "common.h"

#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { most_connections = 64, reply_size = 65536 };

struct connection {
    int socket;
    size_t received;
    char reply[reply_size];
};

static struct connection connections[most_connections];

static int dial(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int socket_ = (int)must(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket");
    must(connect(socket_, (struct sockaddr *)&address, sizeof address), path);
    return socket_;
}

// Held back for a month by its date, and by a requirement: it stays pending.
static void ask(struct connection *connection, const char *prefix, long number) {
    char message[1024];
    int length = snprintf(message, sizeof message,
        "{\"method\":\"org.bgrun.Scheduler.Submit\",\"parameters\":{\"descriptor\":{"
        "\"identifier\":\"%s.%ld\",\"command\":[\"/bin/true\"],\"earliestBeginDate\":\"+30d\","
        "\"requiresExternalPower\":true,\"requiresNetwork\":true}}}", prefix, number);
    must(send(connection->socket, message, (size_t)length + 1, MSG_NOSIGNAL), "send");
    connection->received = 0;
}

// Whether the reply is whole. An error in it ends the program.
static bool take_reply(struct connection *connection) {
    char *reply = connection->reply;
    ssize_t length = recv(connection->socket, reply + connection->received,
        reply_size - 1 - connection->received, 0);
    if (length <= 0) {
        fprintf(stderr, "the daemon has hung up\n");
        exit(1);
    }
    connection->received += (size_t)length;
    if (reply[connection->received - 1] != 0) return false;
    if (strstr(reply, "\"error\"")) {
        fprintf(stderr, "refused: %s\n", reply);
        exit(1);
    }
    return true;
}

static void submit(const char *prefix, long jobs, long width) {
    int queue = (int)must(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    long asked = 0, answered = 0;
    for (long i = 0; i < width; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        must(epoll_ctl(queue, EPOLL_CTL_ADD, connections[i].socket, &event), "epoll_ctl");
        if (asked < jobs) ask(&connections[i], prefix, asked++);
    }
    while (answered < jobs) {
        struct epoll_event events[most_connections];
        int count = epoll_wait(queue, events, most_connections, -1);
        for (int i = 0; i < count; i++) {
            struct connection *connection = events[i].data.ptr;
            if (!take_reply(connection)) continue;
            answered++;
            if (asked < jobs) ask(connection, prefix, asked++);
        }
    }
    close(queue);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    for (int i = 0; i < most_connections; i++) connections[i].socket = -1;
    char line[256], prefix[128];
    long jobs, width;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%ld %ld %127s", &jobs, &width, prefix) != 3 || width > most_connections) return 2;
        for (long i = 0; i < width; i++) {
            if (connections[i].socket < 0) connections[i].socket = dial(arguments[1]);
        }
        int64_t began = nanoseconds(CLOCK_MONOTONIC);
        submit(prefix, jobs, width);
        answer("%lld\n", (long long)(nanoseconds(CLOCK_MONOTONIC) - began));
    }
    return 0;
}
