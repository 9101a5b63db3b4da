// Start a program: a child that shares our memory until it runs another image, as vfork's does.
//
// The child runs on the parent's stack while the parent is suspended. Three things follow. The system
// call must not return through a libc frame, which the child would tear down under the parent: clone3
// is made in place. The child must never return from the function that made it: `become` does not. And
// no signal may be handled in between: all are blocked before, the handlers (the child's own copies)
// are reset in it, and only then is its mask emptied.
//
// A failure needs no pipe: the child writes where it stopped and errno into the parent's memory.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

struct report {
    volatile int step;
    volatile int error;
};

static const uint64_t flag_into_cgroup = 0x200000000ULL;

// The kernel's signal mask; glibc's own functions would leave two signals out.
static void set_mask(uint64_t mask, uint64_t *old) {
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, old, sizeof mask);
}

__attribute__((noreturn)) static void stop(struct report *report, int step, int error) {
    report->step = step;
    report->error = error;
    _exit(127);
}

static int join_cgroup(int directory) {
    int file = openat(directory, "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (file < 0) return -1;
    return write(file, "0", 1) == 1 ? 0 : -1;
}

static int take_standard(const int *given) {
    int moved[3];
    // First out of the way: a given descriptor may itself be one of 0, 1 and 2.
    for (int i = 0; i < 3; i++) {
        moved[i] = fcntl(given[i], F_DUPFD, 3);
        if (moved[i] < 0) return -1;
    }
    for (int i = 0; i < 3; i++) {
        if (dup2(moved[i], i) < 0) return -1;
    }
    return 0;
}

static void close_others(void) {
    if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0) return;
    // Before Linux 5.9 there is no such call: each number the limit allows is tried.
    struct rlimit limit;
    long end = 65536;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)end) end = (long)limit.rlim_cur;
    for (long number = 3; number < end; number++) close((int)number);
}

// Groups, then gid, then uid: the other way round the right to set the former is gone. The raw calls
// change this thread alone; glibc's would signal every thread of the memory we share.
static int take_identity(const struct clinux_spawn *request) {
    if (syscall(SYS_setgroups, request->group_count, request->groups) < 0) return -1;
    if (syscall(SYS_setresgid, request->gid, request->gid, request->gid) < 0) return -1;
    if (syscall(SYS_setresuid, request->uid, request->uid, request->uid) < 0) return -1;
    return 0;
}

// As execvp looks a name up: a missing candidate is passed over, a forbidden one remembered.
__attribute__((noreturn)) static void execute(const struct clinux_spawn *request, struct report *report) {
    int error = ENOENT;
    for (const char *const *candidate = request->candidates; *candidate; candidate++) {
        execve(*candidate, request->arguments, request->environment);
        if (errno == EACCES) {
            error = EACCES;
        } else if (errno != ENOENT && errno != ENOTDIR) {
            stop(report, clinux_step_exec, errno);
        }
    }
    stop(report, clinux_step_exec, error);
}

__attribute__((noreturn, noinline)) static void become(
    const struct clinux_spawn *request, struct report *report, int in_cgroup) {
    // The kernel's own structure, all zeros: SIG_DFL. glibc's call would refuse two of the signals, and
    // one that is ignored stays so through exec.
    static const uint64_t standard[4] = {0};
    for (int number = 1; number < NSIG; number++) {
        syscall(SYS_rt_sigaction, number, standard, NULL, sizeof(uint64_t));
    }

    if (!in_cgroup && request->cgroup >= 0 && join_cgroup(request->cgroup) < 0) {
        stop(report, clinux_step_cgroup, errno);
    }
    if (setsid() < 0) stop(report, clinux_step_session, errno);
    if (take_standard(request->standard) < 0) stop(report, clinux_step_standard, errno);
    close_others();
    for (size_t i = 0; i < request->limit_count; i++) {
        struct rlimit limit = {request->limits[i].soft, request->limits[i].hard};
        if (setrlimit((__rlimit_resource_t)request->limits[i].resource, &limit) < 0) {
            stop(report, clinux_step_limits, errno);
        }
    }
    if (request->change_nice && setpriority(PRIO_PROCESS, 0, request->nice) < 0) {
        stop(report, clinux_step_priority, errno);
    }
    // 1 is IOPRIO_WHO_PROCESS, which no header of glibc names.
    if (request->io_priority >= 0 && syscall(SYS_ioprio_set, 1, 0, request->io_priority) < 0) {
        stop(report, clinux_step_priority, errno);
    }
    if (request->file_mode_mask >= 0) umask((mode_t)request->file_mode_mask);
    if (request->change_identity && take_identity(request) < 0) stop(report, clinux_step_identity, errno);
    if (request->no_new_privileges && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
        stop(report, clinux_step_privileges, errno);
    }
    // Only now: the directory is entered with the rights of the one who named it.
    if (request->directory && chdir(request->directory) < 0) stop(report, clinux_step_directory, errno);
    set_mask(0, NULL);
    execute(request, report);
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
    const struct clinux_spawn *request, struct report *report, int *pidfd) {
    struct arguments arguments = {
        .flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | (request->cgroup >= 0 ? flag_into_cgroup : 0),
        .pidfd = (uint64_t)(uintptr_t)pidfd,
        .exit_signal = SIGCHLD,
        .cgroup = request->cgroup >= 0 ? (uint64_t)request->cgroup : 0,
    };
    long result = clone3_in_place(&arguments);
    if (result == 0) become(request, report, 1);
    return result;
}

__attribute__((noinline)) static long start_by_vfork(
    const struct clinux_spawn *request, struct report *report) {
    pid_t pid = vfork();
    if (pid == 0) become(request, report, 0);
    return pid < 0 ? -errno : pid;
}

void clinux_start(const struct clinux_spawn *request, struct clinux_spawned *out) {
    struct report report = {0, 0};
    int pidfd = -1;
    uint64_t mask = 0;
    set_mask(~0ULL, &mask);
    long pid = request->avoid_clone3 ? -ENOSYS : start_by_clone3(request, &report, &pidfd);
    // ENOSYS: before Linux 5.3, or a seccomp filter. EINVAL: INTO_CGROUP came with 5.7. EPERM: other filters.
    if (pid == -ENOSYS || pid == -EINVAL || pid == -EPERM) {
        pid = start_by_vfork(request, &report);
        if (pid > 0) {
            pidfd = clinux_pidfd_open((int)pid);
            if (pidfd < 0 && report.error == 0) {
                // It runs, but nothing could tell us of its end. It is unreaped, so the pid is its own.
                report.step = clinux_step_clone;
                report.error = errno;
                kill((pid_t)pid, SIGKILL);
            }
        }
    }
    set_mask(mask, NULL);

    *out = (struct clinux_spawned){-1, -1, clinux_step_none, 0};
    if (pid < 0) {
        out->step = clinux_step_clone;
        out->error = (int)-pid;
    } else if (report.error != 0) {
        while (waitpid((pid_t)pid, NULL, 0) < 0 && errno == EINTR) {}
        if (pidfd >= 0) close(pidfd);
        out->step = report.step;
        out->error = report.error;
    } else {
        out->pid = (int)pid;
        out->pidfd = pidfd;
    }
}
