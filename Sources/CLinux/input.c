// Input devices and terminals: when somebody last used them.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int clinux_input_open(const char *path) { return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); }

int clinux_input_prepare(int descriptor, int switches) {
    int clock = CLOCK_MONOTONIC;
    if (ioctl(descriptor, EVIOCSCLOCKID, &clock) < 0) return -1;
    // Of type 0, the mask says which types are delivered. A kernel without masks (before 4.4) delivers all.
    unsigned long types[1] = {1 << EV_SYN | (switches ? 1 << EV_SW : 1 << EV_KEY | 1 << EV_REL)};
    struct input_mask mask = {.type = 0, .codes_size = sizeof types, .codes_ptr = (uintptr_t)types};
    (void)ioctl(descriptor, EVIOCSMASK, &mask);
    return 0;
}

static int is_use(const struct input_event *event) {
    return event->type == EV_KEY || event->type == EV_REL
           || (event->type == EV_SYN && event->code == SYN_DROPPED);
}

int clinux_input_drain(int descriptor, int64_t *newest) {
    struct input_event events[64];
    int used = 0;
    // A device keeps some hundred events; whoever writes faster than we read is heard the next time.
    for (int batch = 0; batch < 64; batch++) {
        ssize_t count = read(descriptor, events, sizeof events);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return used;
        if (count < 0) return -1;
        if (count == 0) return used;
        for (size_t index = 0; index < (size_t)count / sizeof *events; index++) {
            if (!is_use(&events[index])) continue;
            int64_t instant = 0;
            if (__builtin_mul_overflow((int64_t)events[index].input_event_sec, 1000000, &instant)
                || __builtin_add_overflow(instant, (int64_t)events[index].input_event_usec, &instant))
                continue;
            if (!used || instant > *newest) *newest = instant;
            used = 1;
        }
    }
    return used;
}

int clinux_input_is_lid_closed(int descriptor) {
    // The kernel's bits lie in longs.
    unsigned long switches[(SW_CNT + 8 * sizeof(long) - 1) / (8 * sizeof(long))] = {0};
    if (ioctl(descriptor, EVIOCGSW(sizeof switches), switches) < 0) return -1;
    return (int)(switches[SW_LID / (8 * sizeof(long))] >> SW_LID % (8 * sizeof(long)) & 1);
}

int clinux_accessed(const char *path, int64_t *microseconds) {
    struct stat status;
    if (stat(path, &status) < 0) return -1;
    *microseconds = (int64_t)status.st_atim.tv_sec * 1000000 + status.st_atim.tv_nsec / 1000;
    return 0;
}
