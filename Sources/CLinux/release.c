// Letting go of what others have a part in, without waiting for as long as they like.
//
// Who receives a message, or closes a socket in which one waits, is the last to hold the descriptors in it, also where none
// was ever opened: the kernel closes them in that thread, on its way out of the call. That may take as long as their sender
// likes. A socket that lingers (SO_LINGER) waits for its peer; that wait is an interruptible one, which a signal ends
// (sk_stream_wait_close in net/core/stream.c). A queue of inotify waits for the kernel to be done with all that was watched, in
// any queue that was closed just before (fsnotify_destroy_group in fs/notify/group.c), and a file without a name for all of it
// to be given back; no signal ends these.
//
// From Linux 6.16 on SO_PASSRIGHTS has the sender refused (socket(7), unix(7)). Where it can't, or is not to be, a look
// (MSG_PEEK) shows whether descriptors came before anything is received, and a thread of its own receives them, or closes the
// socket. A timer of that thread sends it a signal until it is done.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

// What is closed by a thread, a bit for each number: a thread for every other one would cost more than all else of a launch.
// Those with higher numbers are none of these.
enum { most_marks = 8192 };
static atomic_uchar marks[most_marks / 8];

void clinux_expect_wait(int descriptor) {
    if (descriptor >= 0 && descriptor < most_marks)
        atomic_fetch_or(&marks[descriptor / 8], (unsigned char)(1u << (descriptor % 8)));
}

static int may_wait(int descriptor) {
    if (descriptor < 0 || descriptor >= most_marks) return 0;
    return atomic_load_explicit(&marks[descriptor / 8], memory_order_relaxed) >> (descriptor % 8) & 1;
}

int clinux_refuse_descriptors(int socket) {
    int off = 0;
    if (setsockopt(socket, SOL_SOCKET, SO_PASSRIGHTS, &off, sizeof off) == 0) return 1;
    return errno == ENOPROTOOPT ? 0 : -1;
}

int clinux_accept(int listener) {
    int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) return socket;
    // One that was connected before its listener refused them takes them still.
    int passes = 1;
    socklen_t size = sizeof passes;
    if (getsockopt(socket, SOL_SOCKET, SO_PASSRIGHTS, &passes, &size) < 0 || passes) clinux_expect_wait(socket);
    return socket;
}

// MARK: - A thread that waits

struct release {
    int descriptor;
    // Whether a message is received from it, or it is closed.
    int receives;
    // Closed at the end; or -1.
    int end;
};

static void wake(int number) { (void)number; }

// As long as nobody else has a wait of the same thread to be ended, the signal comes again and again.
static int start_alarm(timer_t *timer) {
    enum { pause_nanoseconds = 4000000 };
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = wake;
    action.sa_flags = SA_RESTART;
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGALRM;
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    struct itimerspec when = {{0, pause_nanoseconds}, {0, pause_nanoseconds}};
    if (sigaction(SIGALRM, &action, NULL) < 0 || timer_create(CLOCK_MONOTONIC, &event, timer) < 0) return 0;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    timer_settime(*timer, 0, &when, NULL);
    return 1;
}

static atomic_int under_way;

static void carry_out(struct release release) {
    if (release.receives) {
        char byte;
        while (recv(release.descriptor, &byte, 0, MSG_DONTWAIT) < 0 && errno == EINTR) {}
    }
    close(release.descriptor);
    if (release.end >= 0) close(release.end);
}

struct work {
    void (*body)(void *);
    void *context;
};

static void *work(void *pointer) {
    struct work work;
    memcpy(&work, pointer, sizeof work);
    free(pointer);
    timer_t timer;
    int has_alarm = start_alarm(&timer);
    work.body(work.context);
    if (has_alarm) timer_delete(timer);
    return NULL;
}

int clinux_begin_thread(void (*body)(void *), void *context) {
    enum { stack = 1 << 20 };
    struct work *handed = malloc(sizeof *handed);
    if (!handed) return ENOMEM;
    *handed = (struct work){body, context};
    // Signals of the process are for whoever has blocked them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, work, handed);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) free(handed);
    return error;
}

static void wait_for(void *pointer) {
    struct release release;
    memcpy(&release, pointer, sizeof release);
    free(pointer);
    carry_out(release);
    atomic_fetch_sub(&under_way, 1);
}

// Where there can be no thread, the caller waits.
static void let_go(struct release release) {
    struct release *handed = malloc(sizeof *handed);
    if (handed) {
        *handed = release;
        atomic_fetch_add(&under_way, 1);
        if (clinux_begin_thread(wait_for, handed) == 0) return;
        atomic_fetch_sub(&under_way, 1);
        free(handed);
    }
    carry_out(release);
}

void clinux_await_releases(int milliseconds) {
    const struct timespec pause = {0, 1000000};
    for (; milliseconds > 0 && atomic_load(&under_way) > 0; milliseconds--) nanosleep(&pause, NULL);
}

int clinux_discard_apart(int socket, int end) {
    // The number may be another's before the thread comes to it.
    int copy = fcntl(socket, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return -1;
    let_go((struct release){copy, 1, end});
    return 0;
}

void clinux_close(int descriptor) {
    if (!may_wait(descriptor)) {
        close(descriptor);
        return;
    }
    atomic_fetch_and(&marks[descriptor / 8], (unsigned char)~(1u << (descriptor % 8)));
    int error = errno;
    let_go((struct release){descriptor, 0, -1});
    errno = error;
}

// MARK: - Receiving

// What comes next, left where it is; and whether descriptors come with it that there is no room for.
static ssize_t look(int socket, struct msghdr *message, int flags, int *brings_descriptors) {
    ssize_t result;
    do {
        result = recvmsg(socket, message, flags | MSG_PEEK | MSG_CMSG_CLOEXEC);
    } while (result < 0 && errno == EINTR);
    *brings_descriptors = result >= 0 && (message->msg_flags & MSG_CTRUNC) != 0;
    return result;
}

static ssize_t take(int socket, void *buffer, size_t capacity, int flags) {
    ssize_t result;
    do {
        result = recv(socket, buffer, capacity, flags);
    } while (result < 0 && errno == EINTR);
    return result;
}

ssize_t clinux_receive(int socket, void *buffer, size_t capacity) {
    if (may_wait(socket)) {
        struct iovec part = {buffer, capacity};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        int brings_descriptors;
        ssize_t seen = look(socket, &message, 0, &brings_descriptors);
        if (brings_descriptors) {
            errno = ECONNRESET;
            return -1;
        }
        // No more than was looked at: what has come since may bring some.
        if (seen <= 0) return seen;
        capacity = (size_t)seen;
    }
    return take(socket, buffer, capacity, 0);
}

union credentials_message {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(struct ucred))];
};

ssize_t clinux_receive_told(int socket, void *buffer, size_t capacity, struct clinux_credentials *sender,
                            int *brings_descriptors) {
    // There is room for the credentials, which the kernel writes first, and for nothing else.
    union credentials_message control = {0};
    struct iovec part = {.iov_base = buffer, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                             .msg_controllen = sizeof control};
    memset(sender, 0, sizeof *sender);
    ssize_t result = look(socket, &message, MSG_TRUNC, brings_descriptors);
    if (result < 0) return result;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS &&
        header->cmsg_len == CMSG_LEN(sizeof(struct ucred))) {
        struct ucred found;
        memcpy(&found, CMSG_DATA(header), sizeof found);
        sender->pid = found.pid;
        sender->uid = found.uid;
        sender->gid = found.gid;
    }
    char byte;
    if (!*brings_descriptors && take(socket, &byte, 0, MSG_DONTWAIT) < 0) return -1;
    return result;
}
