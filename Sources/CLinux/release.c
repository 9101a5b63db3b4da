// Letting go of descriptors that somebody else has sent, without waiting for as long as their sender likes.
//
// Who receives a message, or closes a socket in which one waits, is the last to hold the descriptors in it, also where none
// was ever opened: the kernel closes them in that process, on its way out of the call. Closing a socket that lingers
// (SO_LINGER) waits for its peer, so one local user could hold a daemon for hours. From Linux 6.16 on SO_PASSRIGHTS has the
// sender refused (socket(7), unix(7)). Before that a signal ends such a wait, as it is an interruptible one
// (sk_stream_wait_close in net/core/stream.c): a timer of the thread sends one until the call has come back.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

// Whether whoever sends descriptors to what is accepted is refused.
static atomic_bool is_refusing;

int clinux_refuse_descriptors(int socket) {
    int off = 0;
    if (setsockopt(socket, SOL_SOCKET, SO_PASSRIGHTS, &off, sizeof off) == 0) {
        atomic_store(&is_refusing, 1);
        return 1;
    }
    return errno == ENOPROTOOPT ? 0 : -1;
}

// The sockets that may bring descriptors, a bit for each number: a timer for every other one that is closed would cost a
// fifth of the calls of a launch. Those with higher numbers count as such.
enum { most_marks = 8192 };
static atomic_uchar marks[most_marks / 8];

void clinux_expect_descriptors(int socket) {
    if (socket >= 0 && socket < most_marks) atomic_fetch_or(&marks[socket / 8], (unsigned char)(1u << (socket % 8)));
}

static int brings_descriptors(int socket) {
    if (socket < 0 || socket >= most_marks) return 1;
    return atomic_load_explicit(&marks[socket / 8], memory_order_relaxed) >> (socket % 8) & 1;
}

int clinux_accept(int listener) {
    int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket >= 0 && !atomic_load(&is_refusing)) clinux_expect_descriptors(socket);
    return socket;
}

// One turn of the daemon takes about as long.
enum { patience_nanoseconds = 4000000 };

static atomic_bool is_limited;

struct alarm {
    timer_t timer;
    char is_there;
};
static __thread struct alarm alarm_of_thread;

static void wake(int number) { (void)number; }

int clinux_limit_release(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = wake;
    action.sa_flags = SA_RESTART;
    if (sigaction(SIGALRM, &action, NULL) < 0) return -1;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    if (sigprocmask(SIG_UNBLOCK, &set, NULL) < 0) return -1;
    atomic_store(&is_limited, 1);
    return 0;
}

static void set_alarm(long nanoseconds) {
    struct itimerspec when = {{0, nanoseconds}, {0, nanoseconds}};
    timer_settime(alarm_of_thread.timer, 0, &when, NULL);
}

// Without a timer the call waits as it did before.
static int begin(int socket) {
    if (!atomic_load_explicit(&is_limited, memory_order_relaxed) || !brings_descriptors(socket)) return 0;
    if (!alarm_of_thread.is_there) {
        struct sigevent event;
        memset(&event, 0, sizeof event);
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = SIGALRM;
        event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
        if (timer_create(CLOCK_MONOTONIC, &event, &alarm_of_thread.timer) < 0) return 0;
        alarm_of_thread.is_there = 1;
    }
    set_alarm(patience_nanoseconds);
    return 1;
}

static void end(int has_begun) {
    int error = errno;
    if (has_begun) set_alarm(0);
    errno = error;
}

ssize_t clinux_receive(int socket, void *buffer, size_t capacity) {
    int has_begun = begin(socket);
    ssize_t result;
    do {
        result = recv(socket, buffer, capacity, 0);
    } while (result < 0 && errno == EINTR);
    end(has_begun);
    return result;
}

ssize_t clinux_receive_message(int socket, struct msghdr *message, int flags) {
    int has_begun = begin(socket);
    ssize_t result;
    do {
        result = recvmsg(socket, message, flags);
    } while (result < 0 && errno == EINTR);
    end(has_begun);
    return result;
}

void clinux_close(int descriptor) {
    int has_begun = begin(descriptor);
    // The number may be another's in the same moment.
    if (descriptor >= 0 && descriptor < most_marks)
        atomic_fetch_and(&marks[descriptor / 8], (unsigned char)~(1u << (descriptor % 8)));
    close(descriptor);
    end(has_begun);
}
