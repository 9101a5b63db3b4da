// The table of sd-bus's functions, and who frees what is handed to it.
//
// The library is unloaded when nobody uses it, which gives its memory back. Unloading it while something of it is
// still held would take the code from under that: so every connection and every match counts as a user, and only what
// lives inside of a connection (calls, messages) does not.
#define _GNU_SOURCE
#include "CSystemd.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-login.h>

#define FUNCTIONS(each)                \
    each(sd_bus_add_match_async)       \
    each(sd_bus_call_async)            \
    each(sd_bus_close_unref)           \
    each(sd_bus_get_events)            \
    each(sd_bus_get_fd)                \
    each(sd_bus_get_timeout)           \
    each(sd_bus_message_append_basic)  \
    each(sd_bus_message_close_container) \
    each(sd_bus_message_enter_container) \
    each(sd_bus_message_exit_container) \
    each(sd_bus_message_get_error)     \
    each(sd_bus_message_get_path)      \
    each(sd_bus_message_get_sender)    \
    each(sd_bus_message_new_method_call) \
    each(sd_bus_message_open_container) \
    each(sd_bus_message_peek_type)     \
    each(sd_bus_message_read_basic)    \
    each(sd_bus_message_skip)          \
    each(sd_bus_message_unref)         \
    each(sd_bus_negotiate_fds)         \
    each(sd_bus_new)                   \
    each(sd_bus_process)               \
    each(sd_bus_set_address)           \
    each(sd_bus_set_bus_client)        \
    each(sd_bus_slot_set_destroy_callback) \
    each(sd_bus_slot_set_floating)     \
    each(sd_bus_slot_unref)            \
    each(sd_bus_start)                 \
    each(sd_uid_get_seats)

// Each pointer has the type that <systemd/sd-bus.h> declares.
#define MEMBER(name) __typeof__(&name) name;
struct table { FUNCTIONS(MEMBER) };

// Both stand under the lock. A user may read the table without it: the table changes only where there are no users.
static struct table sd;
static void *sd_library;
static size_t users;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void join(void) {
    pthread_mutex_lock(&lock);
    users++;
    pthread_mutex_unlock(&lock);
}

static void leave(void) {
    pthread_mutex_lock(&lock);
    if (--users == 0) dlclose(sd_library);
    pthread_mutex_unlock(&lock);
}

static int find_all(void *library, struct table *table, char *reason, size_t room) {
#define FIND(name)                                                                       \
    *(void **)&table->name = dlsym(library, #name);                                      \
    if (!table->name) {                                                                  \
        snprintf(reason, room, "libsystemd is too old: it has no " #name);               \
        return -1;                                                                       \
    }
    FUNCTIONS(FIND)
    return 0;
}

// Makes the caller a user.
static int load(const char *library, char *reason, size_t room) {
    // Where it is loaded already, this is the same one; a name that does not exist fails each time.
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *text = dlerror();
        snprintf(reason, room, "%s", text ? text : "libsystemd can't be loaded");
        return -1;
    }
    struct table found;
    if (find_all(handle, &found, reason, room) < 0) {
        dlclose(handle);
        return -1;
    }
    pthread_mutex_lock(&lock);
    if (users++ == 0) {
        sd = found;
        sd_library = handle;
        handle = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (handle) dlclose(handle);
    return 0;
}

// Sessions.

int csystemd_seats(const char *library, uint32_t user) {
    // Without logind nobody has a session (sd-login(3)).
    if (access("/run/systemd/seats/", F_OK) < 0) return -errno;
    char reason[1];
    if (load(library, reason, sizeof reason) < 0) return -ELIBACC;
    // Also of sessions that are in the background, or about to end.
    int result = sd.sd_uid_get_seats(user, -1, NULL);
    leave();
    return result;
}

// Connections.

static int start(const char *address, int takes_descriptors, sd_bus **out) {
    sd_bus *bus = NULL;
    int result = sd.sd_bus_new(&bus);
    if (result < 0) return result;
    result = sd.sd_bus_set_address(bus, address);
    if (result >= 0) result = sd.sd_bus_negotiate_fds(bus, takes_descriptors);
    if (result >= 0) result = sd.sd_bus_set_bus_client(bus, 1);
    if (result >= 0) result = sd.sd_bus_start(bus);
    if (result < 0) {
        sd.sd_bus_close_unref(bus);
        return result;
    }
    *out = bus;
    return 0;
}

int csystemd_open(const char *library, const char *address, int takes_descriptors, sd_bus **out, char *reason,
                  size_t room) {
    *reason = 0;
    if (load(library, reason, room) < 0) return -ELIBACC;
    int result = start(address, takes_descriptors, out);
    if (result >= 0) return 0;
    leave();
    return result;
}

// Not flushed: that would wait for the bus. What matters is given back by closing descriptors.
void csystemd_close(sd_bus *bus) {
    sd.sd_bus_close_unref(bus);
    leave();
}

int csystemd_descriptor(sd_bus *bus) { return sd.sd_bus_get_fd(bus); }
int csystemd_events(sd_bus *bus) { return sd.sd_bus_get_events(bus); }
int csystemd_process(sd_bus *bus) { return sd.sd_bus_process(bus, NULL); }

int csystemd_timeout(sd_bus *bus, uint64_t *out) {
    *out = UINT64_MAX;
    return sd.sd_bus_get_timeout(bus, out);
}

// Contexts. sd-bus keeps one pointer for each slot and calls `drop` when it frees the slot, whatever the reason: that
// is the one place where a context is released. Only a call that never got a slot is released by hand.

struct receiver {
    csystemd_deliver deliver;
    csystemd_release release;
    void *context;
};

static struct receiver *receiver(csystemd_deliver deliver, csystemd_release release, void *context) {
    struct receiver *made = malloc(sizeof *made);
    if (made) *made = (struct receiver){deliver, release, context};
    return made;
}

static void drop(void *pointer) {
    struct receiver *receiver = pointer;
    receiver->release(receiver->context);
    free(receiver);
}

static int hand_over(sd_bus_message *message, void *pointer, sd_bus_error *unused) {
    (void)unused;
    struct receiver *receiver = pointer;
    receiver->deliver(receiver->context, message);
    return 0;
}

int csystemd_call(sd_bus *bus, sd_bus_message *message, uint64_t microseconds, csystemd_deliver deliver,
                  csystemd_release release, void *context) {
    sd_bus_slot *slot = NULL;
    struct receiver *made = receiver(deliver, release, context);
    int result = made ? sd.sd_bus_call_async(bus, &slot, message, hand_over, made, microseconds) : -ENOMEM;
    sd.sd_bus_message_unref(message);
    if (result < 0) {
        if (made) drop(made);
        else release(context);
        return result;
    }
    // A floating slot is the connection's: freed after the answer, or with the connection.
    sd.sd_bus_slot_set_destroy_callback(slot, drop);
    sd.sd_bus_slot_set_floating(slot, 1);
    sd.sd_bus_slot_unref(slot);
    return 0;
}

int csystemd_match(sd_bus *bus, const char *rule, csystemd_deliver deliver, csystemd_release release,
                   void *context, sd_bus_slot **out) {
    struct receiver *made = receiver(deliver, release, context);
    int result = made ? sd.sd_bus_add_match_async(bus, out, rule, hand_over, NULL, made) : -ENOMEM;
    if (result < 0) {
        if (made) drop(made);
        else release(context);
        return result;
    }
    sd.sd_bus_slot_set_destroy_callback(*out, drop);
    join();
    return 0;
}

void csystemd_drop(sd_bus_slot *slot) {
    sd.sd_bus_slot_unref(slot);
    leave();
}

// Messages.

int csystemd_call_new(sd_bus *bus, const char *destination, const char *path, const char *interface,
                      const char *member, sd_bus_message **out) {
    return sd.sd_bus_message_new_method_call(bus, out, destination, path, interface, member);
}

void csystemd_call_abandon(sd_bus_message *message) { sd.sd_bus_message_unref(message); }

int csystemd_append_text(sd_bus_message *message, const char *text) {
    return sd.sd_bus_message_append_basic(message, 's', text);
}

int csystemd_append_truth(sd_bus_message *message, int truth) {
    return sd.sd_bus_message_append_basic(message, 'b', &truth);
}

int csystemd_append_number(sd_bus_message *message, uint32_t number) {
    return sd.sd_bus_message_append_basic(message, 'u', &number);
}

int csystemd_append_byte(sd_bus_message *message, uint8_t byte) {
    return sd.sd_bus_message_append_basic(message, 'y', &byte);
}

int csystemd_append_signed(sd_bus_message *message, int32_t number) {
    return sd.sd_bus_message_append_basic(message, 'i', &number);
}

int csystemd_begin(sd_bus_message *message, char type, const char *contents) {
    return sd.sd_bus_message_open_container(message, type, contents);
}

int csystemd_end(sd_bus_message *message) { return sd.sd_bus_message_close_container(message); }

const char *csystemd_sender(sd_bus_message *message) { return sd.sd_bus_message_get_sender(message); }

const char *csystemd_path(sd_bus_message *message) { return sd.sd_bus_message_get_path(message); }

const char *csystemd_error_name(sd_bus_message *message) {
    const sd_bus_error *error = sd.sd_bus_message_get_error(message);
    return error ? error->name : NULL;
}

const char *csystemd_error_text(sd_bus_message *message) {
    const sd_bus_error *error = sd.sd_bus_message_get_error(message);
    return error ? error->message : NULL;
}

// sd-bus returns 0 at the end of a message or an array, which here is never what was asked for.
static int read_one(sd_bus_message *message, char type, void *out) {
    int result = sd.sd_bus_message_read_basic(message, type, out);
    return result == 0 ? -ENXIO : result;
}

int csystemd_read_text(sd_bus_message *message, char type, const char **out) {
    return read_one(message, type, out);
}

int csystemd_read_truth(sd_bus_message *message, int *out) { return read_one(message, 'b', out); }
int csystemd_read_byte(sd_bus_message *message, uint8_t *out) { return read_one(message, 'y', out); }
int csystemd_read_number(sd_bus_message *message, uint32_t *out) { return read_one(message, 'u', out); }
int csystemd_read_signed(sd_bus_message *message, int32_t *out) { return read_one(message, 'i', out); }
int csystemd_read_long_number(sd_bus_message *message, uint64_t *out) { return read_one(message, 't', out); }

int csystemd_read_descriptor(sd_bus_message *message) {
    int borrowed = -1;
    int result = read_one(message, 'h', &borrowed);
    if (result < 0) return result;
    // The message closes its own when it is freed.
    int copy = fcntl(borrowed, F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? -errno : copy;
}

int csystemd_enter(sd_bus_message *message, char type, const char *contents) {
    return sd.sd_bus_message_enter_container(message, type, contents);
}

int csystemd_exit(sd_bus_message *message) { return sd.sd_bus_message_exit_container(message); }

int csystemd_peek(sd_bus_message *message, char *type, const char **contents) {
    return sd.sd_bus_message_peek_type(message, type, contents);
}

int csystemd_skip(sd_bus_message *message, const char *types) {
    return sd.sd_bus_message_skip(message, types);
}
