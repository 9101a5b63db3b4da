// Becomes the program of a run: takes its owner's rights, enters its directory, and executes it.
//
// bgrund starts this program, which is root's and answers at once, and waits for nothing that comes after: a directory or
// a program of the owner's may lie where nothing answers, and from the change of rights on the owner may stop this
// process. What is begun and what fails is written to descriptor 3, which the program does not inherit.
//
// There is no C library here: nothing reads the owner's environment while this process has root's rights, and a start
// takes no time. All it gets are its arguments:
//
//   bgrun-exec NUMBERS DIRECTORY SEARCH VARIABLES [TO FROM]... [OUTPUT]... PROGRAM [ARGUMENT...]
//
// NUMBERS is read by `take`, below, in the order in which Spawn.swift writes it. SEARCH is the owner's PATH, for a
// program without a slash in its name. VARIABLES is a file that adds to the environment, or empty. TO and FROM are
// credentials: FROM is the owner's, TO lies in a directory of bgrund's and is there already. OUTPUT is a file of the owner's
// that takes the place of descriptor 1, 2, or both. A program that its owner may not know by a name comes as descriptor 4. The environment is
// the program's own.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/auxvec.h>
#include <linux/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum { report_place = 3, program_place = 4, longest_path = 4096, most_groups = 65536 };
// Swift has the same: OutputTarget.mostKept, and one output for each stream (docs/behaviour.md, B-109).
enum { most_outputs = 2, most_kept = 99 };
// LaunchRules and docs/behaviour.md, B-84 and B-85, promise these.
enum { most_credentials = 32, most_credential_bytes = 1 << 20, most_variable_bytes = 1 << 16, most_variables = 1 << 17 };

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

// Which credential or output it is about.
static int number_of_file;
// Of the program, and what it lacks.
static int fault;
static char interpreter[clinux_interpreter_bytes];

static void tell(int step, long error) {
    struct clinux_spawn_report message = {step, (int)error, number_of_file, fault, {0}};
    for (int i = 0; fault && i < clinux_interpreter_bytes; i++) message.interpreter[i] = interpreter[i];
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

// MARK: - What the owner's files hold. All of this comes after the change of rights, and may take for ever.

// What is no regular file would wait for who writes to it. One that is put in its place in between holds up this run alone.
static long open_file(const char *path) {
    struct stat status;
    long result = call(SYS_newfstatat, AT_FDCWD, (long)path, (long)&status, 0);
    if (result < 0) return result;
    if (!S_ISREG(status.st_mode)) return -ENXIO;
    return call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
}

// A file's bytes; how many, or more than fit.
static long read_file(const char *path, char *bytes, long room) {
    long file = open_file(path);
    if (file < 0) return file;
    long count = 0;
    for (;;) {
        long result = call(SYS_read, file, (long)(bytes + count), room - count, 0);
        if (result == -EINTR) continue;
        if (result < 0) count = result;
        if (result <= 0 || (count += result) == room) break;
    }
    call(SYS_close, file, 0, 0, 0);
    return count;
}

// One more than may be, so that more than that shows; and a zero byte at the end.
static char variables[most_variable_bytes + 2];
static char *merged[most_variables];

static int is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

static int starts_with(const char *text, const char *start) {
    while (*start && *text == *start) text++, start++;
    return *start == 0;
}

// Names that a descriptor may have too, and none that bgrund sets.
static int is_name(const char *name) {
    if (starts_with(name, "BGRUN_") || starts_with(name, "CREDENTIALS_DIRECTORY=")) return 0;
    if (*name >= '0' && *name <= '9') return 0;
    const char *start = name;
    for (; *name != '='; name++) {
        char byte = *name;
        int is_letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte == '_';
        if (!is_letter && !(byte >= '0' && byte <= '9')) return 0;
    }
    return name > start;
}

// Takes the place of one that has the name already, whose place is looked for.
static long merge(char *variable, long count) {
    if (!is_name(variable)) return count;
    for (long i = 0; i < count; i++) {
        long length = 0;
        while (variable[length] == merged[i][length] && variable[length] != '=') length++;
        if (variable[length] == '=' && merged[i][length] == '=') {
            merged[i] = variable;
            return count;
        }
    }
    if (count >= most_variables - 1) stop(clinux_step_environment, -E2BIG);
    merged[count] = variable;
    return count + 1;
}

// The lines of such a file, as systemd.exec(5) has them under EnvironmentFile=: blank ones and comments are passed over, a
// value may stand in quotes, and a backslash at the end of a line continues it. What is read is put together in place: a
// variable is never longer than what it was read from.
static long read_variables(long length, long count) {
    enum { before_name, name, before_value, value, escaped, single_quoted, double_quoted, quoted_escape, comment } state;
    state = before_name;
    char *start = variables, *end = variables, *kept = variables;
    for (long i = 0; i <= length; i++) {
        char byte = i < length ? variables[i] : '\n';
        int is_last = i == length;
        if (byte == 0) stop(clinux_step_environment, -EILSEQ);
        int is_whole = 0;
        switch (state) {
        case before_name:
            if (byte == '#' || byte == ';') {
                state = comment;
            } else if (!is_blank(byte)) {
                state = name;
                start = end;
                *end++ = byte;
                kept = end;
            }
            break;
        case name:
            if (byte == '\n') {
                end = start;
                state = before_name;
            } else if (byte == '=') {
                end = kept;
                *end++ = '=';
                kept = end;
                state = before_value;
            } else {
                *end++ = byte;
                if (!is_blank(byte)) kept = end;
            }
            break;
        case before_value:
            if (byte == '\n') {
                is_whole = 1;
            } else if (byte == '\'') {
                state = single_quoted;
            } else if (byte == '"') {
                state = double_quoted;
            } else if (byte == '\\') {
                state = escaped;
            } else if (!is_blank(byte)) {
                state = value;
                *end++ = byte;
                kept = end;
            }
            break;
        case value:
            if (byte == '\n') {
                // Blanks at the end are none of the value's.
                end = kept;
                is_whole = 1;
            } else if (byte == '\\') {
                state = escaped;
                kept = end;
            } else {
                *end++ = byte;
                if (!is_blank(byte)) kept = end;
            }
            break;
        case escaped:
            state = value;
            if (byte != '\n') *end++ = byte;
            kept = end;
            break;
        case single_quoted:
            if (byte == '\'') {
                state = before_value;
            } else if (!is_last) {
                *end++ = byte;
            }
            break;
        case double_quoted:
            if (byte == '"') {
                state = before_value;
            } else if (byte == '\\') {
                state = quoted_escape;
            } else if (!is_last) {
                *end++ = byte;
            }
            break;
        case quoted_escape:
            state = double_quoted;
            if (byte == '"' || byte == '\\' || byte == '`' || byte == '$') {
                *end++ = byte;
            } else if (byte != '\n') {
                *end++ = '\\';
                *end++ = byte;
            }
            break;
        case comment:
            if (byte == '\n') state = before_name;
            break;
        }
        // At the end of the file what was begun counts, as systemd takes it.
        if (is_last && state != before_name && state != name && state != comment) is_whole = 1;
        if (is_whole) {
            *end++ = 0;
            count = merge(start, count);
            start = kept = end;
            state = before_name;
        }
    }
    return count;
}

// The environment as it was handed over: where the home is said.
static char **handed_environment;

static int lies_in_missing_home(const char *path) {
    for (char **variable = handed_environment; *variable; variable++) {
        if (!starts_with(*variable, "HOME=")) continue;
        const char *home = *variable + 5;
        long length = 0;
        while (home[length]) length++;
        return length > 1 && starts_with(path, home) && path[length] == '/'
            && call(SYS_chdir, (long)home, 0, 0, 0) == -ENOENT;
    }
    return 0;
}

// What lies in a home that is not there yet is waited for with it: it may be mounted, or unlocked by a login.
__attribute__((noreturn)) static void stop_at(int step, const char *path, long result) {
    if (lies_in_missing_home(path)) stop(clinux_step_home, -ENOENT);
    stop(step, result);
}

// The environment with what the file adds to it.
static char **add_variables(const char *path, int is_optional, char **environment) {
    tell(clinux_step_environment, 0);
    long length = read_file(path, variables, most_variable_bytes + 1);
    if (is_optional && (length == -ENOENT || length == -ENOTDIR)) return environment;
    if (length > most_variable_bytes) length = -EFBIG;
    if (length < 0) stop_at(clinux_step_environment, path, length);
    long count = 0;
    for (; environment[count]; count++) {
        if (count >= most_variables - 1) stop(clinux_step_environment, -E2BIG);
        merged[count] = environment[count];
    }
    count = read_variables(length, count);
    merged[count] = 0;
    return merged;
}

static long credential_places[most_credentials];

// With the rights that bgrund has: where they lie is its own.
static void open_credentials(char **places, long count) {
    for (long i = 0; i < count; i++) {
        number_of_file = (int)i;
        credential_places[i] = call(SYS_openat, AT_FDCWD, (long)places[2 * i], O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0);
        if (credential_places[i] < 0) stop(clinux_step_credential, credential_places[i]);
    }
    number_of_file = 0;
}

static void write_all(long file, const char *bytes, long count) {
    while (count > 0) {
        long result = call(SYS_write, file, (long)bytes, count, 0);
        if (result == -EINTR) continue;
        if (result < 0) stop(clinux_step_credential, result);
        bytes += result;
        count -= result;
    }
}

static void copy_credentials(char **places, long count) {
    static char bytes[16384];
    long room = most_credential_bytes;
    for (long i = 0; i < count; i++) {
        number_of_file = (int)i;
        tell(clinux_step_credential, 0);
        long from = open_file(places[2 * i + 1]);
        if (from < 0) stop_at(clinux_step_credential, places[2 * i + 1], from);
        for (;;) {
            long result = call(SYS_read, from, (long)bytes, sizeof bytes, 0);
            if (result == -EINTR) continue;
            if (result < 0) stop(clinux_step_credential, result);
            if (result == 0) break;
            if (result > room) stop(clinux_step_credential, -EFBIG);
            room -= result;
            write_all(credential_places[i], bytes, result);
        }
        call(SYS_close, from, 0, 0, 0);
        // Refused where the file is root's, and so can't be changed by its reader anyway.
        call(SYS_fchmod, credential_places[i], 0400, 0, 0);
        call(SYS_close, credential_places[i], 0, 0, 0);
    }
    number_of_file = 0;
    for (unsigned long i = 0; i < sizeof bytes; i++) ((volatile char *)bytes)[i] = 0;
}

// MARK: - The working directory

// What Spawn.swift calls DirectoryRule.
enum { directory_or_root = 1, made_directory = 2 };

// Each directory of the path that is missing, with the owner's rights and umask, so that no link of theirs leads further
// than they could go themselves.
static long make_directory(char *path) {
    char *end = path;
    while (*end == '/') end++;
    while (*end) {
        while (*end && *end != '/') end++;
        char kept = *end;
        *end = 0;
        long result = call(SYS_mkdirat, AT_FDCWD, (long)path, 0777, 0);
        *end = kept;
        if (result < 0 && result != -EEXIST) return result;
        while (*end == '/') end++;
    }
    return 0;
}

// MARK: - Where its output goes

// Which descriptors it takes the place of (1, 2, or 3 for both), from which size on it is renamed (0: never), and how many
// renamed ones are kept.
struct output {
    long streams, most, kept;
};

// Nothing waits here for whoever may read a pipe, and a terminal stays what it is to others.
static long open_output(const char *path, struct stat *status) {
    long file = call(SYS_openat, AT_FDCWD, (long)path,
                     O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file < 0) return file;
    long result = call(SYS_fstat, file, (long)status, 0, 0);
    if (result == 0 && !S_ISREG(status->st_mode)) result = -ENXIO;
    if (result == 0) return file;
    call(SYS_close, file, 0, 0, 0);
    return result;
}

// PATH.NUMBER, or PATH itself for 0. False where that is too long.
static int name_kept(char *name, const char *path, long number) {
    long length = 0;
    for (; path[length]; length++) {
        if (length >= longest_path - 4) return 0;
        name[length] = path[length];
    }
    if (number > 0) {
        name[length++] = '.';
        if (number >= 10) name[length++] = (char)('0' + number / 10);
        name[length++] = (char)('0' + number % 10);
    }
    name[length] = 0;
    return 1;
}

// Each becomes one older, the oldest goes. Where one can't be renamed, what is there goes on: the work is worth more than the
// order of its words.
static void put_aside(const char *path, long kept) {
    static char from[longest_path], to[longest_path];
    for (long number = kept - 1; number >= 0; number--) {
        if (!name_kept(from, path, number) || !name_kept(to, path, number + 1)) return;
        long result = call(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD, (long)to);
        if (result < 0 && result != -ENOENT) return;
    }
}

static void take_outputs(const struct output *outputs, char **paths, long count) {
    for (long i = 0; i < count; i++) {
        number_of_file = (int)i;
        tell(clinux_step_output, 0);
        struct stat status;
        long file = open_output(paths[i], &status);
        if (file >= 0 && outputs[i].most > 0 && status.st_size >= outputs[i].most) {
            call(SYS_close, file, 0, 0, 0);
            put_aside(paths[i], outputs[i].kept);
            file = open_output(paths[i], &status);
        }
        if (file < 0) stop_at(clinux_step_output, paths[i], file);
        call(SYS_fcntl, file, F_SETFL, O_APPEND, 0);
        for (long number = 1; number <= 2; number++) {
            if (!(outputs[i].streams & number)) continue;
            long result = call(SYS_dup3, file, number, 0, 0);
            if (result < 0) stop(clinux_step_output, result);
        }
        call(SYS_close, file, 0, 0, 0);
    }
    number_of_file = 0;
}

// MARK: - The program

static void look(const char *path, struct clinux_program_file *file) {
    struct stat status;
    struct statfs place;
    file->error = (int)-call(SYS_newfstatat, AT_FDCWD, (long)path, (long)&status, 0);
    file->count = -1;
    if (file->error) return;
    file->mode = status.st_mode;
    file->size = (unsigned long)status.st_size;
    file->is_denied = call(SYS_faccessat, AT_FDCWD, (long)path, 1 /* X_OK */, 0) == -EACCES;
    file->is_on_noexec =
        call(SYS_statfs, (long)path, (long)&place, 0, 0) == 0 && place.f_flags & 8 /* ST_NOEXEC */;
    if (!S_ISREG(status.st_mode)) return;
    long opened = call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
    if (opened < 0) return;
    file->count = call(SYS_read, opened, (long)file->head, sizeof file->head, 0);
    call(SYS_close, opened, 0, 0, 0);
}

// What its file says of why it was not executed. Of several that were tried, the first counts.
static void explain(const char *path, long error) {
    static struct clinux_program_file file;
    static char next[clinux_interpreter_bytes];
    enum clinux_role role = clinux_role_program;
    if (fault || (error != -ENOENT && error != -EACCES && error != -ENOEXEC && error != -ELOOP && error != -EIO)) return;
    for (int i = 0; i <= clinux_most_interpreters; i++) {
        look(i == 0 ? path : interpreter, &file);
        fault = clinux_judge(&file, &role, next);
        if (fault || !next[0]) return;
        for (int at = 0; at < clinux_interpreter_bytes; at++) interpreter[at] = next[at];
    }
    // Each is executed by the next, with no end that the kernel comes to.
    if (role == clinux_role_inner) fault = clinux_fault_unfit;
}

static void execute(const char *path, char **arguments, char **environment, long *error) {
    long result = call(SYS_execve, (long)path, (long)arguments, (long)environment, 0);
    explain(path, result);
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

__attribute__((noreturn)) static void become(const char *numbers, char **rest, long count_of_rest, char **environment) {
    int by_descriptor = take(&numbers) != 0;
    handed_environment = environment;
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
    long credentials = take(&numbers);
    long count_of_outputs = take(&numbers);
    if (credentials > most_credentials || count_of_outputs > most_outputs
        || 2 * credentials + count_of_outputs > count_of_rest - 4) {
        stop(clinux_step_arguments, -EINVAL);
    }
    struct output outputs[most_outputs];
    for (long i = 0; i < count_of_outputs; i++) {
        outputs[i].streams = take(&numbers);
        outputs[i].most = take(&numbers);
        outputs[i].kept = take(&numbers);
        if (outputs[i].kept > most_kept) stop(clinux_step_arguments, -EINVAL);
    }
    char **paths_of_outputs = rest + 3 + 2 * credentials;
    char **program = paths_of_outputs + count_of_outputs;
    open_credentials(rest + 3, credentials);
    if (take(&numbers)) {
        result = take_identity(&numbers);
        if (result < 0) stop(clinux_step_identity, result);
    }
    if (take(&numbers)) {
        result = call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0);
        if (result < 0) stop(clinux_step_privileges, result);
    }
    int rule = (int)take(&numbers);
    int is_optional = take(&numbers) != 0;

    copy_credentials(rest + 3, credentials);
    if (*rest[2]) environment = add_variables(rest[2], is_optional, environment);

    // Only now: the directory is entered with the rights of the one who named it. From here on it may take for ever.
    tell(clinux_step_directory, 0);
    result = call(SYS_chdir, (long)rest[0], 0, 0, 0);
    if (result == -ENOENT && rule == made_directory) {
        result = make_directory(rest[0]);
        if (result < 0) stop_at(clinux_step_make, rest[0], result);
        result = call(SYS_chdir, (long)rest[0], 0, 0, 0);
    }
    if (result < 0 && rule == directory_or_root) result = call(SYS_chdir, (long)"/", 0, 0, 0);
    if (result < 0) stop_at(clinux_step_directory, rest[0], result);
    take_outputs(outputs, paths_of_outputs, count_of_outputs);
    tell(clinux_step_exec, 0);
    unsigned long none = 0;
    call(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long)&none, 0, sizeof none);
    long error = -ENOENT;
    if (by_descriptor) {
        error = call5(SYS_execveat, program_place, (long)"", (long)program, (long)environment, AT_EMPTY_PATH);
    } else if (has_slash(*program)) {
        execute(*program, program, environment, &error);
    } else {
        search(rest[1], program, environment, &error);
    }
    if (error == -ENOENT) stop_at(clinux_step_exec, *program, error);
    stop(clinux_step_exec, error);
}

// MARK: - The start

// What lies behind each frame with an array in it, and has to lie there still at its end.
unsigned long __stack_chk_guard;

__attribute__((noreturn)) void __stack_chk_fail(void) {
    for (;;) __builtin_trap();
}

// The kernel's stack at the start: the count of arguments, the arguments, a null, the environment, a null, and what the kernel
// tells, by number and value: sixteen random bytes among it. The program is loaded at a random place, and has nothing in it that
// would have to be told where: a test looks.
__attribute__((noreturn, used, no_stack_protector)) static void begin(long *stack) {
    char **arguments = (char **)(stack + 1);
    char **environment = arguments + *stack + 1;
    char **end = environment;
    while (*end) end++;
    for (long *told = (long *)(end + 1); told[0]; told += 2) {
        // No string that runs over gets past its first byte, which is zero.
        if (told[0] == AT_RANDOM) __stack_chk_guard = *(unsigned long *)told[1] << 8;
    }
    if (*stack < 6) stop(clinux_step_arguments, -EINVAL);
    become(arguments[1], arguments + 2, *stack - 2, environment);
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n  endbr64\n  xor %ebp, %ebp\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call begin\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n_start:\n  bti j\n  mov x29, #0\n  mov x0, sp\n  bl begin\n");
#endif

// What the compiler may call for.
void *memset(void *place, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) ((volatile char *)place)[i] = (char)byte;
    return place;
}
void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
