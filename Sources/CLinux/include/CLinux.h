// Linux as Swift can import it: headers and calls that the Glibc module leaves out, and the spawn.
#ifndef CLINUX_H
#define CLINUX_H

#include "ProgramHead.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Our arguments as the loader has handed them over: a preloaded library may have moved what the Swift runtime looks for them by.
int clinux_argument_count(void);
char **clinux_arguments(void);

// Descriptors. Each returns what the system call returns: -1 and errno on failure.
int clinux_accept(int listener);                          // CLOEXEC, NONBLOCK
int clinux_pipe(int ends[2]);                             // CLOEXEC
int clinux_memory_file(const char *name);                 // memfd: CLOEXEC, may be sealed
int clinux_copy(int descriptor);                          // CLOEXEC
int clinux_seal(int descriptor);                          // no further change of content or size
int clinux_is_sealed(int descriptor);                     // 1 where its content can't change
int clinux_seal_size(int descriptor);                     // no further change of size
ssize_t clinux_random(void *bytes, size_t count);
int clinux_set_nonblocking(int descriptor);
int clinux_open_at(int directory, const char *name, int flags, unsigned mode);
// Opens a path that may not lead out of `directory`, also by links on its way (EXDEV). Kernels before 5.6 can't
// hold a path in; there it is opened as it is.
int clinux_open_beneath(int directory, const char *path, int flags);
// Opens an entry of `directory`, no link and nothing that is mounted there (EXDEV): what is mounted is not even asked.
int clinux_open_on_same_mount(int directory, const char *name, int flags);

// Replaces the access control list of what is open; acl(5).
int clinux_set_acl(int descriptor, const void *bytes, size_t count);

// The heap: pieces of this size and more get pages of their own; free pages go back to the machine.
void clinux_heap_large_piece(int bytes);
void clinux_heap_trim(void);

// POSIX_SPAWN_SETSID, which needs _GNU_SOURCE: the flag of posix_spawn(3) for a session of its own.
enum { clinux_spawn_session = 0x80 };

// Waiting. The bits of `readiness` are epoll's own, under names that reach Swift.
enum {
    clinux_readable = 0x001,
    clinux_priority = 0x002,
    clinux_writable = 0x004,
    clinux_error = 0x008,
    clinux_hung_up = 0x010,
    clinux_peer_gone = 0x2000,
    clinux_edge = 0x80000000u,
};
struct clinux_ready {
    unsigned readiness;
    uint64_t token;
};
enum clinux_queue_change { clinux_queue_add, clinux_queue_modify, clinux_queue_remove };
int clinux_queue(void);
int clinux_queue_change(int queue, enum clinux_queue_change change, int descriptor, unsigned interest,
                        uint64_t token);
int clinux_queue_wait(int queue, struct clinux_ready *ready, int capacity, int timeout_milliseconds);

// Timers: instants in microseconds, absolute. `cancel_on_set` only for the realtime clock.
int clinux_timer(int clock);                              // CLOEXEC, NONBLOCK
int clinux_timer_arm(int descriptor, int64_t microseconds, int cancel_on_set);
int clinux_timer_disarm(int descriptor);

// Signals, by number. The first call blocks them for the thread.
int clinux_signal_queue(const int *signals, size_t count);
struct clinux_signal {
    int number;
    int pid;
    unsigned uid;
    int is_from_kernel;
};
int clinux_signal_read(int descriptor, struct clinux_signal *out);  // 1, 0 when none waits, -1

// Processes.
struct clinux_exit {
    int signalled;             // 0: exited
    int value;                 // exit code, or signal number
    int64_t user_microseconds;
    int64_t system_microseconds;
    int64_t maximum_resident_kib;
    // Of 512 bytes, whatever the disk has.
    int64_t read_blocks;
    int64_t written_blocks;
};
int clinux_pidfd_open(int pid);
int clinux_pidfd_signal(int descriptor, int number);
int clinux_pidfd_wait(int descriptor, int block, struct clinux_exit *out);  // 1, 0 when it still runs, -1

// Sockets.
struct clinux_credentials {
    int pid;
    unsigned uid;
    unsigned gid;
};
int clinux_peer_credentials(int descriptor, struct clinux_credentials *out);
// How many groups the peer has beside its own, which are written as far as they fit; -1 with ERANGE where they don't.
int clinux_peer_groups(int descriptor, unsigned *groups, unsigned capacity);
int clinux_peer_pidfd(int descriptor);                    // ENOPROTOOPT before Linux 6.5
int clinux_unix_socket(int datagram);                     // CLOEXEC
int clinux_unix_bind(int descriptor, const char *path);
// The length of the path at which a descriptor listens as a stream socket; -1 where it does none of that.
ssize_t clinux_unix_listening(int descriptor, char *path, size_t capacity);
int clinux_close_on_exec(int descriptor);
int clinux_unix_connect(int descriptor, const char *path, size_t length);  // '@' first: abstract
ssize_t clinux_send(int descriptor, const void *bytes, size_t count);      // MSG_NOSIGNAL
// Has whoever sends descriptors to the socket, or to one that it accepts, refused with EPERM: 1. 0 where the kernel does not
// know of that (before 6.16); -1 with errno otherwise.
int clinux_refuse_descriptors(int socket);
// Says that closing it may take as long as somebody else likes: a thread of its own waits for that. So with a socket to which
// strangers may send descriptors, and a queue of inotify; see release.c.
void clinux_expect_wait(int descriptor);
void clinux_close(int descriptor);
// From such a socket nothing is received that descriptors come with: ECONNRESET.
ssize_t clinux_receive(int socket, void *buffer, size_t capacity);
int clinux_unix_pair(int ends[2]);                        // stream, CLOEXEC; the first end NONBLOCK
// Sends bytes, at least one, and descriptors with the first of them; and takes both in. At most 8 descriptors. Those
// that come in are CLOEXEC, and `count` is how many there are.
ssize_t clinux_send_descriptors(int socket, const void *bytes, size_t size, const int *descriptors, size_t count);
ssize_t clinux_receive_descriptors(int socket, void *bytes, size_t size, int *descriptors, size_t *count);
int clinux_tell_credentials(int socket);                  // of who sends
// One datagram, at most `capacity` bytes of it. Returns its true length; a sender that is not told has the process 0. One that
// brings descriptors is left in the socket.
ssize_t clinux_receive_told(int socket, void *buffer, size_t capacity, struct clinux_credentials *sender,
                            int *brings_descriptors);
// Has a thread receive the next datagram, and what comes with it; `end` is closed when it has let go of that. -1 with errno,
// and nothing done, where it can't.
int clinux_discard_apart(int socket, int end);
// Runs `body` in a thread of its own, which gets no signal of the process; a wait of its that a signal ends is ended. 0, or an errno.
int clinux_begin_thread(void (*body)(void *), void *context);
// Waits until all threads are done that let go of something, so long at most.
void clinux_await_releases(int milliseconds);
int clinux_netlink(int family, unsigned groups);          // CLOEXEC, NONBLOCK, bound
int clinux_netlink_buffer(int descriptor, int bytes);
int clinux_netlink_strict(int descriptor);                // dumps have only what was asked for
// One datagram, at most `capacity` bytes of it. Returns its true length; `sender` is its sender's port.
ssize_t clinux_netlink_receive(int descriptor, void *buffer, size_t capacity, unsigned *sender);

// File status, because `struct stat` has another shape on every machine.
struct clinux_status {
    unsigned mode;             // type and permissions, as in st_mode
    unsigned uid;
    unsigned gid;
    int64_t size;
    int64_t modified_microseconds;
    int64_t changed_microseconds;
    uint64_t device;
    uint64_t inode;
    uint64_t represents;       // the device that a device node stands for
};
int clinux_status(int descriptor, struct clinux_status *out);
int clinux_status_at(int directory, const char *name, struct clinux_status *out);  // a link is not followed
int clinux_set_changed(int directory, const char *name, int64_t microseconds);     // from 1970 on; nor here

bool clinux_clock_is_synchronized(void);
int64_t clinux_clock_lead(void);
void clinux_set_clock_lead(int64_t microseconds);
int clinux_status_of(const char *path, struct clinux_status *out);                 // a link is followed
// Which file a path leads to, by what the kernel remembers of it: its file system is not asked.
int clinux_remembered_file(const char *path, uint64_t *device, uint64_t *inode);

// Input devices: descriptors of /dev/input/event*.
int clinux_input_open(const char *path);                  // by open(2), which emulators of devices know
int clinux_input_prepare(int descriptor, int switches);   // monotonic instants; only switches, or keys and movements
// Takes all events that wait. 1: keys or movements were among them, `newest` is the instant of the last; 0: none were.
int clinux_input_drain(int descriptor, int64_t *newest);
int clinux_input_is_lid_closed(int descriptor);           // 1, 0, or -1 where it has no switches
// When a file was last read, in microseconds of the realtime clock. A link is followed.
int clinux_accessed(const char *path, int64_t *microseconds);

// An inotify queue, CLOEXEC and NONBLOCK, that counts as one of a user's, with all its watches. Only root makes others';
// -2: root could not become itself again.
int clinux_inotify_of(unsigned uid);

// This process, as a library inside it sees it.
const char *clinux_own_variable(const char *name);        // NULL also where the program has more rights than its caller
void clinux_output_by_lines(void);                        // stdout, also where it is a pipe
void clinux_output_flush(void);
int clinux_block_all_signals(void);                       // for the calling thread; 0, or an errno
void clinux_name_thread(const char *name);                // the calling one; 15 bytes of it are kept

// Spawning: see spawn.c.
struct clinux_spawn {
    int helper;                     // bgrun-exec, open
    int program;                    // open, to be executed by its descriptor; or -1: by its name
    char *const *arguments;         // bgrun-exec's own
    char *const *environment;       // the program's
    int standard[3];
    int cgroup;                     // directory descriptor, or -1
    int is_spared;                  // we are spared where memory is scarce; the program is not
    int avoid_clone3;               // take the way of old kernels, for tests
};
enum clinux_spawn_step {
    clinux_step_none,
    clinux_step_arguments,
    clinux_step_clone,
    clinux_step_cgroup,
    clinux_step_session,
    clinux_step_limits,
    clinux_step_priority,
    clinux_step_standard,
    clinux_step_identity,
    clinux_step_privileges,
    clinux_step_credential,
    clinux_step_environment,
    clinux_step_make,
    clinux_step_directory,
    clinux_step_output,
    clinux_step_exec,
    clinux_step_home,               // told only as a failure: the program lies in it
};
// What the child writes to its pipe.
struct clinux_spawn_report {
    int step;   // clinux_spawn_step
    int error;  // 0: the step begins. Else the child has failed in it, and is gone.
    int number;                // of a credential or an output, from 0
    int fault;                 // clinux_program_fault, of a program
    char interpreter[clinux_interpreter_bytes]; // which one it is about
};
// Looks at a file, and judges it (clinux_judge); never waits for what is no regular file.
int clinux_fault_at(const char *path, unsigned *role, char *next);
struct clinux_spawned {
    int pid;
    int pidfd;
    int report; // the end of the pipe to read from, CLOEXEC and NONBLOCK
    int step;   // clinux_spawn_step: where it failed
    int error;  // errno there; not 0: there is no child
};
void clinux_start(const struct clinux_spawn *request, struct clinux_spawned *out);

#endif
