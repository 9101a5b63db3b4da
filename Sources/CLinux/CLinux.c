// Thin wrappers: one system call each, with constants that Swift cannot import filled in.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int argument_count;
static char **argument_vector;

// glibc hands these to each constructor.
__attribute__((constructor)) static void keep_arguments(int count, char **vector) {
    argument_count = count;
    argument_vector = vector;
}

int clinux_argument_count(void) { return argument_count; }
char **clinux_arguments(void) { return argument_vector; }

#ifndef P_PIDFD
#define P_PIDFD 3
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SO_PEERPIDFD
#ifdef __hppa__
#define SO_PEERPIDFD 0x404B
#elif defined(__sparc__)
#define SO_PEERPIDFD 0x0056
#else
#define SO_PEERPIDFD 77
#endif
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int clinux_copy(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0); }

int clinux_set_acl(int descriptor, const void *bytes, size_t count) {
    return fsetxattr(descriptor, "system.posix_acl_access", bytes, count, 0);
}

int clinux_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int clinux_is_sealed(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals >= 0 && (seals & F_SEAL_WRITE) != 0;
}

int clinux_seal_size(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW);
}

ssize_t clinux_random(void *bytes, size_t count) { return getrandom(bytes, count, 0); }

int clinux_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int clinux_open_at(int directory, const char *name, int flags, unsigned mode) {
    return openat(directory, name, flags | O_CLOEXEC, (mode_t)mode);
}

// Where a path has "..", the kernel gives up with EAGAIN when anything was renamed or mounted meanwhile, wherever on the
// machine, and asks to be asked again (openat2(2)). A supply must not count as unreadable for that. Who renames without
// end may win a few times, and not every time.
static int open_resolving(int directory, const char *path, int flags, uint64_t resolve) {
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC), .resolve = resolve};
    int result = -1;
    for (int tries = 0; tries < 256; tries++) {
        result = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
        if (result >= 0 || errno != EAGAIN) break;
    }
    return result < 0 && errno == ENOSYS ? openat(directory, path, flags | O_CLOEXEC) : result;
}

int clinux_open_beneath(int directory, const char *path, int flags) {
    return open_resolving(directory, path, flags, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
}

int clinux_open_on_same_mount(int directory, const char *name, int flags) {
    return open_resolving(
        directory, name, flags | O_NOFOLLOW, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV);
}

_Static_assert((int)clinux_readable == (int)EPOLLIN && (int)clinux_priority == (int)EPOLLPRI
                   && (int)clinux_writable == (int)EPOLLOUT && (int)clinux_error == (int)EPOLLERR
                   && (int)clinux_hung_up == (int)EPOLLHUP && (int)clinux_peer_gone == (int)EPOLLRDHUP
                   && (unsigned)clinux_edge == (unsigned)EPOLLET,
               "epoll's own bits");

int clinux_queue(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_queue_change(int queue, enum clinux_queue_change change, int descriptor, unsigned interest,
                        uint64_t token) {
    static const int operations[] = {EPOLL_CTL_ADD, EPOLL_CTL_MOD, EPOLL_CTL_DEL};
    struct epoll_event event = {.events = interest, .data = {.u64 = token}};
    return epoll_ctl(queue, operations[change], descriptor, &event);
}

int clinux_queue_wait(int queue, struct clinux_ready *ready, int capacity, int timeout_milliseconds) {
    // The kernel packs its structure on some machines and not on others, so it is copied, not shared.
    struct epoll_event events[64];
    if (capacity > 64) capacity = 64;
    int count = epoll_wait(queue, events, capacity, timeout_milliseconds);
    for (int i = 0; i < count; i++) {
        ready[i] = (struct clinux_ready){events[i].events, events[i].data.u64};
    }
    return count;
}

int clinux_timer(int clock) { return timerfd_create(clock, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinux_timer_arm(int descriptor, int64_t microseconds, int cancel_on_set) {
    // A value of zero would disarm the timer, but an instant at the clock's zero has passed all the same.
    struct itimerspec when = {.it_value = {.tv_nsec = 1}};
    if (microseconds > 0) {
        when.it_value.tv_sec = microseconds / 1000000;
        when.it_value.tv_nsec = (microseconds % 1000000) * 1000;
    }
    int flags = TFD_TIMER_ABSTIME | (cancel_on_set ? TFD_TIMER_CANCEL_ON_SET : 0);
    return timerfd_settime(descriptor, flags, &when, NULL);
}

int clinux_timer_disarm(int descriptor) {
    struct itimerspec never = {0};
    return timerfd_settime(descriptor, 0, &never, NULL);
}

_Static_assert(clinux_spawn_session == POSIX_SPAWN_SETSID, "spawn.h");

int clinux_signal_queue(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++) {
        if (sigaddset(&set, signals[i]) < 0) return -1;
    }
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signal_read(int descriptor, struct clinux_signal *out) {
    struct signalfd_siginfo info;
    ssize_t count;
    do {
        count = read(descriptor, &info, sizeof info);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return errno == EAGAIN ? 0 : -1;
    if (count != (ssize_t)sizeof info) return 0;
    *out = (struct clinux_signal){(int)info.ssi_signo, (int)info.ssi_pid, info.ssi_uid,
                                  info.ssi_code == SI_KERNEL};
    return 1;
}

int clinux_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_pidfd_signal(int descriptor, int number) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0);
}

// The raw call gives the usage of this one child, which glibc's wrapper leaves out.
int clinux_pidfd_wait(int descriptor, int block, struct clinux_exit *out) {
    siginfo_t info;
    struct rusage usage;
    long result;
    memset(&info, 0, sizeof info);
    memset(&usage, 0, sizeof usage);
    do {
        result = syscall(SYS_waitid, P_PIDFD, descriptor, &info, WEXITED | (block ? 0 : WNOHANG), &usage);
    } while (result < 0 && errno == EINTR);
    if (result < 0) return -1;
    if (info.si_pid == 0) return 0;
    out->signalled = info.si_code != CLD_EXITED;
    out->value = info.si_status;
    out->user_microseconds = (int64_t)usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec;
    out->system_microseconds = (int64_t)usage.ru_stime.tv_sec * 1000000 + usage.ru_stime.tv_usec;
    out->maximum_resident_kib = usage.ru_maxrss;
    out->read_blocks = usage.ru_inblock;
    out->written_blocks = usage.ru_oublock;
    return 1;
}

int clinux_peer_credentials(int descriptor, struct clinux_credentials *out) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -1;
    *out = (struct clinux_credentials){peer.pid, peer.uid, peer.gid};
    return 0;
}

int clinux_peer_groups(int descriptor, unsigned *groups, unsigned capacity) {
    socklen_t length = (socklen_t)(capacity * sizeof *groups);
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0) return -1;
    return (int)(length / sizeof *groups);
}

int clinux_peer_pidfd(int descriptor) {
    int pidfd = -1;
    socklen_t length = sizeof pidfd;
    // The kernel sets CLOEXEC on every pidfd.
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) < 0) return -1;
    return pidfd;
}

int clinux_unix_socket(int datagram) {
    return socket(AF_UNIX, (datagram ? SOCK_DGRAM : SOCK_STREAM) | SOCK_CLOEXEC, 0);
}

static int unix_address(const char *path, size_t length, struct sockaddr_un *address, socklen_t *size) {
    if (length == 0 || length >= sizeof address->sun_path) {
        errno = length == 0 ? EINVAL : ENAMETOOLONG;
        return -1;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    // An abstract name is exactly as long as it says; a path is ended by a zero byte that counts.
    *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '@' ? 0 : 1));
    if (path[0] == '@') address->sun_path[0] = 0;
    return 0;
}

int clinux_unix_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    socklen_t size;
    if (unix_address(path, strlen(path), &address, &size) < 0) return -1;
    return bind(descriptor, (struct sockaddr *)&address, size);
}

ssize_t clinux_unix_listening(int descriptor, char *path, size_t capacity) {
    struct sockaddr_un address;
    socklen_t size = sizeof address;
    int value;
    socklen_t length = sizeof value;
    memset(&address, 0, sizeof address);
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) < 0) return -1;
    if (address.sun_family != AF_UNIX) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &value, &length) < 0) return -1;
    if (value != SOCK_STREAM) {
        errno = EPROTOTYPE;
        return -1;
    }
    length = sizeof value;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) < 0) return -1;
    if (!value) {
        errno = EINVAL;
        return -1;
    }
    // The path need not end with a zero byte. An abstract name begins with one, and is no path.
    size_t count = size > offsetof(struct sockaddr_un, sun_path)
                       ? strnlen(address.sun_path, size - offsetof(struct sockaddr_un, sun_path))
                       : 0;
    if (count == 0 || count > capacity) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    memcpy(path, address.sun_path, count);
    return (ssize_t)count;
}

int clinux_close_on_exec(int descriptor) {
    int flags = fcntl(descriptor, F_GETFD);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
}

int clinux_unix_connect(int descriptor, const char *path, size_t length) {
    struct sockaddr_un address;
    socklen_t size;
    if (unix_address(path, length, &address, &size) < 0) return -1;
    return connect(descriptor, (struct sockaddr *)&address, size);
}

ssize_t clinux_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
}

int clinux_unix_pair(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    if (clinux_set_nonblocking(ends[0]) == 0) return 0;
    close(ends[0]);
    close(ends[1]);
    return -1;
}

enum { most_descriptors = 8 };
union descriptor_message {
    struct cmsghdr header;
    char space[CMSG_SPACE(most_descriptors * sizeof(int))];
};

ssize_t clinux_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors,
                                size_t count) {
    if (count == 0 || count > most_descriptors) {
        errno = EINVAL;
        return -1;
    }
    union descriptor_message control = {0};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                             .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, size_t *count) {
    union descriptor_message control = {0};
    struct iovec part = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                             .msg_controllen = sizeof control};
    *count = 0;
    ssize_t result = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (result < 0) return result;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors + *count, CMSG_DATA(header), found * sizeof(int));
        *count += found;
    }
    return result;
}

int clinux_tell_credentials(int socket) {
    int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

int clinux_netlink(int family, unsigned groups) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, family);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        int error = errno;
        close(descriptor);
        errno = error;
        return -1;
    }
    return descriptor;
}

int clinux_netlink_buffer(int descriptor, int bytes) {
    // The forced size needs CAP_NET_ADMIN; without it the system's own limit applies.
    if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) == 0) return 0;
    return setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

int clinux_netlink_strict(int descriptor) {
    int on = 1;
    return setsockopt(descriptor, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof on);
}

ssize_t clinux_netlink_receive(int descriptor, void *buffer, size_t capacity, unsigned *sender) {
    struct sockaddr_nl address = {0};
    struct iovec part = {buffer, capacity};
    struct msghdr message = {
        .msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1};
    ssize_t count = recvmsg(descriptor, &message, MSG_TRUNC);
    *sender = address.nl_pid;
    return count;
}

static void fill(struct clinux_status *out, const struct stat *status) {
    out->mode = status->st_mode;
    out->uid = status->st_uid;
    out->gid = status->st_gid;
    out->size = status->st_size;
    out->modified_microseconds =
        (int64_t)status->st_mtim.tv_sec * 1000000 + status->st_mtim.tv_nsec / 1000;
    out->changed_microseconds =
        (int64_t)status->st_ctim.tv_sec * 1000000 + status->st_ctim.tv_nsec / 1000;
    out->device = status->st_dev;
    out->inode = status->st_ino;
    out->represents = status->st_rdev;
}

int clinux_status(int descriptor, struct clinux_status *out) {
    struct stat status;
    if (fstat(descriptor, &status) < 0) return -1;
    fill(out, &status);
    return 0;
}

int clinux_status_at(int directory, const char *name, struct clinux_status *out) {
    struct stat status;
    if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) < 0) return -1;
    fill(out, &status);
    return 0;
}

int clinux_set_changed(int directory, const char *name, int64_t microseconds) {
    struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    return utimensat(directory, name, (struct timespec[]){time, time}, AT_SYMLINK_NOFOLLOW);
}

static _Atomic int64_t clock_lead;

int64_t clinux_clock_lead(void) { return clock_lead; }

void clinux_set_clock_lead(int64_t microseconds) { clock_lead = microseconds; }

bool clinux_clock_is_synchronized(void) {
    struct timex state = {.modes = 0};
    return adjtimex(&state) >= 0 && !(state.status & STA_UNSYNC);
}

int clinux_status_of(const char *path, struct clinux_status *out) {
    struct stat status;
    if (stat(path, &status) < 0) return -1;
    fill(out, &status);
    return 0;
}

int clinux_remembered_file(const char *path, uint64_t *device, uint64_t *inode) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO, &status) < 0) return -1;
    *device = makedev(status.stx_dev_major, status.stx_dev_minor);
    *inode = status.stx_ino;
    return 0;
}

int clinux_inotify_of(unsigned uid) {
    uid_t own = geteuid();
    if (uid == own) return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    // The kernel takes a process whose user changes for one with secrets, and keeps that opinion.
    int dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    // The calls themselves, for this thread alone.
    if (syscall(SYS_setresuid, -1, uid, -1) < 0) return -1;
    int queue = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    int error = errno;
    if (syscall(SYS_setresuid, -1, own, -1) < 0) return -2;
    if (dumpable == 1) prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    errno = error;
    return queue;
}

void clinux_heap_large_piece(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
    // A thread would have one of its own, for good.
    mallopt(M_ARENA_MAX, 1);
}

void clinux_heap_trim(void) {
    malloc_trim(0);
}

const char *clinux_own_variable(const char *name) {
    return secure_getenv(name);
}

void clinux_output_by_lines(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
}

void clinux_output_flush(void) {
    fflush(stdout);
}

int clinux_block_all_signals(void) {
    sigset_t all;
    sigfillset(&all);
    return pthread_sigmask(SIG_SETMASK, &all, NULL);
}

void clinux_name_thread(const char *name) {
    prctl(PR_SET_NAME, name);
}
