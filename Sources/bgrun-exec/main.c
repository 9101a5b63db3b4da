// Becomes the program of a run: takes its owner's rights, enters its directory, and executes it.
//
// bgrund starts this program, which is root's and answers at once, and waits for nothing that comes after: a directory or
// a program of the owner's may lie where nothing answers, and from the change of rights on the owner may stop this
// process. What is begun and what fails is written to descriptor 3, which the program does not inherit.
//
// There is no C library here: nothing reads the owner's environment while this process has root's rights, and a start
// takes no time. All it gets are its arguments:
//
//   bgrun-exec NUMBERS DIRECTORY SEARCH PROGRAM [ARGUMENT...]
//
// NUMBERS is read by `take`, below, in the order in which Spawn.swift writes it. SEARCH is the owner's PATH, for a
// program without a slash in its name. One that its owner may not know by a name comes as descriptor 4. The environment is
// the program's own.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum { report_place = 3, program_place = 4, longest_path = 4096, most_groups = 65536 };

// MARK: - The kernel's own calls: a negative result is an errno.

static long call5(long number, long a, long b, long c, long d, long e) {
#if defined(__x86_64__)
    long result;
    register long fourth __asm__("r10") = d;
    register long fifth __asm__("r8") = e;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long place __asm__("x8") = number;
    register long first __asm__("x0") = a;
    register long second __asm__("x1") = b;
    register long third __asm__("x2") = c;
    register long fourth __asm__("x3") = d;
    register long fifth __asm__("x4") = e;
    __asm__ volatile("svc 0" : "+r"(first) : "r"(place), "r"(second), "r"(third), "r"(fourth), "r"(fifth)
                     : "memory");
    return first;
#else
#error "this processor's way to call the kernel has to be written here"
#endif
}

static long call(long number, long a, long b, long c, long d) { return call5(number, a, b, c, d, 0); }

static void tell(int step, long error) {
    struct clinux_spawn_report message = {step, (int)error};
    while (call(SYS_write, report_place, (long)&message, sizeof message, 0) == -EINTR) {}
}

__attribute__((noreturn)) static void stop(int step, long result) {
    tell(step, -result);
    for (;;) call(SYS_exit_group, 127, 0, 0, 0);
}

// MARK: - Arguments

// The next number of the text, and the place behind it. The text is bgrund's own.
static long take(const char **text) {
    while (**text == ' ') (*text)++;
    int minus = **text == '-';
    if (minus) (*text)++;
    // Unsigned: a limit may be 2^64 - 1.
    unsigned long value = 0;
    for (; **text >= '0' && **text <= '9'; (*text)++) value = value * 10 + (unsigned long)(**text - '0');
    return minus ? -(long)value : (long)value;
}

static unsigned groups[most_groups];

// A session keyring of its own (session-keyring(7)): else all runs would share the daemon's, and one user's would find the
// keys of another's, root's among them. It is made before the change of rights, so that no owner's full quota keeps it
// from being made, and then given to the owner. A kernel or a filter that knows no keyrings has none to share.
static long take_keyring(long uid, long gid) {
    enum { join_session_keyring = 1, chown_key = 4, session_keyring = -3 };
    long result = call(SYS_keyctl, join_session_keyring, 0, 0, 0);
    // What is only scarce would leave the run with everybody's.
    if (result == -ENOMEM || result == -EDQUOT) return result;
    if (result >= 0) call(SYS_keyctl, chown_key, session_keyring, uid, gid);
    return 0;
}

// Whose work it is to the audit log (proc(5)), as pam_loginuid writes it for cron. Once it is set it stays: where the daemon
// itself was started by a login, that is whose work it is.
static void take_login(long uid) {
    char text[24];
    char *start = text + sizeof text;
    do *--start = (char)('0' + uid % 10); while ((uid /= 10) > 0);
    long file = call(SYS_openat, AT_FDCWD, (long)"/proc/self/loginuid", O_WRONLY | O_NOFOLLOW, 0);
    if (file < 0) return;
    call(SYS_write, file, (long)start, text + sizeof text - start, 0);
    call(SYS_close, file, 0, 0, 0);
}

// Groups, then gid, then uid: the other way round the right to set the former is gone.
static long take_identity(const char **numbers) {
    int is_audited = take(numbers) != 0;
    long uid = take(numbers);
    long gid = take(numbers);
    long count = take(numbers);
    if (count > most_groups) return -EINVAL;
    for (long i = 0; i < count; i++) groups[i] = (unsigned)take(numbers);
    long result = take_keyring(uid, gid);
    if (result < 0) return result;
    if (is_audited) take_login(uid);
    result = call(SYS_setgroups, count, (long)groups, 0, 0);
    if (result == 0) result = call(SYS_setresgid, gid, gid, gid, 0);
    if (result == 0) result = call(SYS_setresuid, uid, uid, uid, 0);
    return result;
}

// MARK: - The program

static void execute(const char *path, char **arguments, char **environment, long *error) {
    long result = call(SYS_execve, (long)path, (long)arguments, (long)environment, 0);
    // As execvp does it: a missing candidate is passed over, a forbidden one remembered.
    if (result == -EACCES) {
        *error = result;
    } else if (result != -ENOENT && result != -ENOTDIR) {
        stop(clinux_step_exec, result);
    }
}

static int has_slash(const char *name) {
    while (*name && *name != '/') name++;
    return *name == '/';
}

// Each directory of the search path in turn. An empty one would mean the working directory, which a job's owner fills:
// it is passed over.
static void search(const char *path, char **arguments, char **environment, long *error) {
    char candidate[longest_path];
    while (*path) {
        long length = 0;
        for (; *path && *path != ':'; path++, length++) {
            if (length < longest_path) candidate[length] = *path;
        }
        if (*path == ':') path++;
        if (length == 0) continue;
        const char *name = arguments[0];
        if (length < longest_path) candidate[length] = '/';
        for (length++; *name; name++, length++) {
            if (length < longest_path) candidate[length] = *name;
        }
        if (length >= longest_path) stop(clinux_step_exec, -ENAMETOOLONG);
        candidate[length] = 0;
        execute(candidate, arguments, environment, error);
    }
}

__attribute__((noreturn)) static void become(const char *numbers, char **rest, char **environment) {
    int by_descriptor = take(&numbers) != 0;
    call(SYS_fcntl, report_place, F_SETFD, FD_CLOEXEC, 0);
    call(SYS_fcntl, program_place, F_SETFD, FD_CLOEXEC, 0);
    int first = by_descriptor ? program_place + 1 : program_place;
    if (call(SYS_close_range, first, ~0U, 0, 0) < 0) {
        // Before Linux 5.9 there is no such call: each number the limit allows is tried.
        struct rlimit limit = {0, 0};
        long end = 65536;
        if (call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&limit) == 0 && limit.rlim_cur < (rlim_t)end) {
            end = (long)limit.rlim_cur;
        }
        for (long number = first; number < end; number++) call(SYS_close, number, 0, 0, 0);
    }
    // The kernel's own structure, all zeros: SIG_DFL. One that is ignored would stay so.
    static const unsigned long standard[4];
    for (long number = 1; number < 65; number++) call(SYS_rt_sigaction, number, (long)standard, 0, 8);
    long result = call(SYS_setsid, 0, 0, 0, 0);
    if (result < 0) stop(clinux_step_session, result);

    for (long count = take(&numbers); count > 0; count--) {
        long resource = take(&numbers);
        unsigned long limit[2];
        limit[0] = (unsigned long)take(&numbers);
        limit[1] = (unsigned long)take(&numbers);
        result = call(SYS_prlimit64, 0, resource, (long)limit, 0);
        if (result < 0) stop(clinux_step_limits, result);
    }
    if (take(&numbers)) {
        // PRIO_PROCESS
        result = call(SYS_setpriority, 0, 0, take(&numbers), 0);
        if (result < 0) stop(clinux_step_priority, result);
    }
    if (take(&numbers)) {
        // IOPRIO_WHO_PROCESS
        result = call(SYS_ioprio_set, 1, 0, take(&numbers), 0);
        if (result < 0) stop(clinux_step_priority, result);
    }
    if (take(&numbers)) call(SYS_umask, take(&numbers), 0, 0, 0);
    if (take(&numbers)) {
        result = take_identity(&numbers);
        if (result < 0) stop(clinux_step_identity, result);
    }
    if (take(&numbers)) {
        result = call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0);
        if (result < 0) stop(clinux_step_privileges, result);
    }
    int or_root = take(&numbers) != 0;

    // Only now: the directory is entered with the rights of the one who named it. From here on it may take for ever.
    tell(clinux_step_directory, 0);
    result = call(SYS_chdir, (long)rest[0], 0, 0, 0);
    if (result < 0 && or_root) result = call(SYS_chdir, (long)"/", 0, 0, 0);
    if (result < 0) stop(clinux_step_directory, result);
    tell(clinux_step_exec, 0);
    unsigned long none = 0;
    call(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long)&none, 0, sizeof none);
    long error = -ENOENT;
    if (by_descriptor) {
        error = call5(SYS_execveat, program_place, (long)"", (long)(rest + 2), (long)environment, AT_EMPTY_PATH);
    } else if (has_slash(rest[2])) {
        execute(rest[2], rest + 2, environment, &error);
    } else {
        search(rest[1], rest + 2, environment, &error);
    }
    stop(clinux_step_exec, error);
}

// The kernel's stack at the start: the count of arguments, the arguments, a null, the environment, a null.
__attribute__((noreturn, used)) static void begin(long *stack) {
    char **arguments = (char **)(stack + 1);
    if (*stack < 5) stop(clinux_step_arguments, -EINVAL);
    become(arguments[1], arguments + 2, arguments + *stack + 1);
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n  xor %ebp, %ebp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call begin\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start:\n  mov x29, #0\n  mov x0, sp\n  bl begin\n");
#endif

// What the compiler may call for, and what the Swift driver's start file asks for, which has nothing to do here.
void *memset(void *place, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) ((volatile char *)place)[i] = (char)byte;
    return place;
}
void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
void swift_addNewDSOImage(const void *image) { (void)image; }
int _swift_backtrace_isThunkFunction(const char *name) { (void)name; return 0; }
