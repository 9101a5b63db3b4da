// sd-bus of libsystemd, loaded when it is first asked for: only its headers are needed to build, nothing is linked.
#ifndef CSYSTEMD_H
#define CSYSTEMD_H

#include <stddef.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;

// Where a call returns an int, a negative one is an error number with its sign changed.

// One connection, not waited for: what is sent before the bus has answered is kept back until then. The library is
// loaded for the first one, and unloaded when all connections and matches are gone. To one that takes descriptors anybody sends some
// whom the bus lets send it anything, and sd-bus closes them, for as long as that takes.
// Where the library is missing or lacks a function, the reason is in words; where the bus can't be reached, it is empty.
int csystemd_open(const char *library, const char *address, int takes_descriptors, sd_bus **out, char *reason,
                  size_t room);
void csystemd_close(sd_bus *bus);
int csystemd_descriptor(sd_bus *bus);
int csystemd_events(sd_bus *bus);                      // POLLIN and POLLOUT of poll(2)
int csystemd_timeout(sd_bus *bus, uint64_t *out);      // CLOCK_MONOTONIC, microseconds; UINT64_MAX: never
int csystemd_process(sd_bus *bus);                     // 1: something was done; 0: nothing is left

// What the bus hands out. `deliver` borrows the message: it is gone when `deliver` returns. `release` is called once
// for each context that was handed in, in every case: after the reply, when the match ends, when the connection is
// closed, and also when the call itself failed.
typedef void (*csystemd_deliver)(void *context, sd_bus_message *message);
typedef void (*csystemd_release)(void *context);

int csystemd_call_new(sd_bus *bus, const char *destination, const char *path, const char *interface,
                      const char *member, sd_bus_message **out);
int csystemd_append_text(sd_bus_message *message, const char *text);
int csystemd_append_truth(sd_bus_message *message, int truth);
int csystemd_append_number(sd_bus_message *message, uint32_t number);
int csystemd_append_byte(sd_bus_message *message, uint8_t byte);
int csystemd_append_signed(sd_bus_message *message, int32_t number);
int csystemd_begin(sd_bus_message *message, char type, const char *contents);  // a container, up to csystemd_end
int csystemd_end(sd_bus_message *message);
void csystemd_call_abandon(sd_bus_message *message);   // for a call that is not sent
// Takes the message over, whatever comes of it. Exactly one answer is delivered: the reply, an error, or, where the
// time is over or the connection lost, an error that sd-bus makes up.
int csystemd_call(sd_bus *bus, sd_bus_message *message, uint64_t microseconds, csystemd_deliver deliver,
                  csystemd_release release, void *context);
// Messages that match the rule are delivered until the slot is dropped.
int csystemd_match(sd_bus *bus, const char *rule, csystemd_deliver deliver, csystemd_release release,
                   void *context, sd_bus_slot **out);
void csystemd_drop(sd_bus_slot *slot);

// Reading a message. Texts live as long as the message; NULL where there is none.
const char *csystemd_sender(sd_bus_message *message);
const char *csystemd_path(sd_bus_message *message);
const char *csystemd_error_name(sd_bus_message *message);
const char *csystemd_error_text(sd_bus_message *message);
int csystemd_read_text(sd_bus_message *message, char type, const char **out);  // 's' or 'o'
int csystemd_read_truth(sd_bus_message *message, int *out);
int csystemd_read_byte(sd_bus_message *message, uint8_t *out);                 // 'y'
int csystemd_read_number(sd_bus_message *message, uint32_t *out);              // 'u'
int csystemd_read_signed(sd_bus_message *message, int32_t *out);               // 'i'
int csystemd_read_long_number(sd_bus_message *message, uint64_t *out);         // 't'
int csystemd_read_descriptor(sd_bus_message *message);                         // a copy that the caller closes
int csystemd_enter(sd_bus_message *message, char type, const char *contents);  // 1; 0 at an array's end
int csystemd_exit(sd_bus_message *message);
int csystemd_peek(sd_bus_message *message, char *type, const char **contents); // 0 at the end
int csystemd_skip(sd_bus_message *message, const char *types);

// At how many seats the user has sessions, as logind has written it down; it is not asked. A negative error number where
// nobody can know: without logind, or without the library.
int csystemd_seats(const char *library, uint32_t user);

#endif
