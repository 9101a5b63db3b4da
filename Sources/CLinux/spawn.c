// Start a program: a child that shares our memory until it runs bgrun-exec, which does all the rest on its own.
//
// We are suspended until then, as vfork suspends: bgrun-exec is root's, open already, and what the child does before it
// touches nothing of a user's. docs/decisions/024 has what else was measured.
//
// The child runs on the parent's stack. Three things follow. The system call must not return through a libc frame, which
// the child would tear down under the parent: clone3 is made in place. The child must never return from the function that
// made it: `become` does not. And no signal may be handled in between: all are blocked before, and bgrun-exec resets the
// handlers and empties the mask.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// The arguments of clone3 up to `cgroup` (CLONE_ARGS_SIZE_VER2), whatever the installed headers know.
struct arguments {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    uint64_t set_tid, set_tid_size, cgroup;
} __attribute__((aligned(8)));

enum { into_cgroup_known_since = 88 };
_Static_assert(sizeof(struct arguments) == into_cgroup_known_since, "clone3 takes exactly this layout");

struct failure {
    volatile int step;
    volatile int error;
};

static const uint64_t flag_into_cgroup = 0x200000000ULL;

// The kernel's signal mask; glibc's own functions would leave two signals out.
static void set_mask(uint64_t mask, uint64_t *old) {
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, old, sizeof mask);
}

__attribute__((noreturn)) static void stop(struct failure *failure, int step, int error) {
    failure->step = step;
    failure->error = error;
    _exit(127);
}

static int join_cgroup(int directory) {
    int file = openat(directory, "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    return write(file, "0", 1) == 1 ? 0 : -1;
}

// While we have root's rights: what they have lowered, nobody else may raise again and lower then. We share our memory with the
// child, but the kernel takes what a vfork child says for the child alone.
static int give_up_sparing(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    return write(file, "0", 1) == 1 ? 0 : -1;
}

__attribute__((noreturn, noinline)) static void become(
    const struct clinux_spawn *request, int report, struct failure *failure, int in_cgroup) {
    if (!in_cgroup && request->cgroup >= 0 && join_cgroup(request->cgroup) < 0) {
        stop(failure, clinux_step_cgroup, errno);
    }
    if (request->is_spared && give_up_sparing() < 0) stop(failure, clinux_step_limits, errno);
    // First out of the way: what is given may itself be one of 0 to 4. All else of ours is closed by exec.
    const int given[6] = {request->standard[0], request->standard[1], request->standard[2], report,
                          request->program >= 0 ? request->program : report, request->helper};
    int moved[6];
    for (int i = 0; i < 6; i++) {
        moved[i] = fcntl(given[i], F_DUPFD_CLOEXEC, 5);
        if (moved[i] < 0) stop(failure, clinux_step_standard, errno);
    }
    for (int i = 0; i < 5; i++) {
        if (dup2(moved[i], i) < 0) stop(failure, clinux_step_standard, errno);
    }
    syscall(SYS_execveat, moved[5], "", request->arguments, request->environment, AT_EMPTY_PATH);
    stop(failure, errno == E2BIG ? clinux_step_arguments : clinux_step_clone, errno);
}

// Always inlined: the child may not return from a frame of its own.
__attribute__((always_inline)) static inline long clone3_in_place(struct arguments *arguments) {
    long result;
#if defined(__x86_64__)
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"((long)SYS_clone3), "D"(arguments), "S"(sizeof *arguments)
                     : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long number __asm__("x8") = SYS_clone3;
    register long first __asm__("x0") = (long)arguments;
    register long second __asm__("x1") = sizeof *arguments;
    __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second) : "memory");
    result = first;
#else
    (void)arguments;
    result = -ENOSYS;
#endif
    return result;
}

// Returns the pid, or a negative errno. Never inlined, so that its frame is the one the child stands on.
__attribute__((noinline)) static long start_by_clone3(
    const struct clinux_spawn *request, int report, struct failure *failure, int *pidfd) {
    struct arguments arguments = {
        .flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | (request->cgroup >= 0 ? flag_into_cgroup : 0),
        .pidfd = (uint64_t)(uintptr_t)pidfd,
        .exit_signal = SIGCHLD,
        .cgroup = request->cgroup >= 0 ? (uint64_t)request->cgroup : 0,
    };
    long result = clone3_in_place(&arguments);
    if (result == 0) become(request, report, failure, 1);
    return result;
}

__attribute__((noinline)) static long start_by_vfork(
    const struct clinux_spawn *request, int report, struct failure *failure) {
    pid_t pid = vfork();
    if (pid == 0) become(request, report, failure, 0);
    return pid < 0 ? -errno : pid;
}

void clinux_start(const struct clinux_spawn *request, struct clinux_spawned *out) {
    *out = (struct clinux_spawned){-1, -1, -1, clinux_step_none, 0};
    int report[2];
    if (pipe2(report, O_CLOEXEC | O_NONBLOCK) < 0) {
        out->step = clinux_step_clone;
        out->error = errno;
        return;
    }
    struct failure failure = {0, 0};
    int pidfd = -1;
    uint64_t mask = 0;
    set_mask(~0ULL, &mask);
    long pid = request->avoid_clone3 ? -ENOSYS : start_by_clone3(request, report[1], &failure, &pidfd);
    // ENOSYS: before Linux 5.3, or a seccomp filter. EINVAL: INTO_CGROUP came with 5.7. EPERM: other filters.
    if (pid == -ENOSYS || pid == -EINVAL || pid == -EPERM) {
        pid = start_by_vfork(request, report[1], &failure);
        if (pid > 0) {
            pidfd = clinux_pidfd_open((int)pid);
            if (pidfd < 0 && failure.error == 0) {
                // It lives, but nothing could tell us of its end. It is unreaped, so the pid is its own.
                failure.step = clinux_step_clone;
                failure.error = errno;
                kill((pid_t)pid, SIGKILL);
            }
        }
    }
    set_mask(mask, NULL);
    close(report[1]);
    if (pid < 0) {
        failure.step = clinux_step_clone;
        failure.error = (int)-pid;
    } else if (failure.error != 0) {
        while (waitpid((pid_t)pid, NULL, 0) < 0 && errno == EINTR) {}
    }
    if (failure.error != 0) {
        if (pidfd >= 0) close(pidfd);
        close(report[0]);
        out->step = failure.step;
        out->error = failure.error;
        return;
    }
    out->pid = (int)pid;
    out->pidfd = pidfd;
    out->report = report[0];
}
