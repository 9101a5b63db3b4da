// What every yardstick needs: a clock, and an end with a reason.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline int64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Returns what a system call returned; a call that failed ends the program.
static inline long must(long result, const char *what) {
    if (result >= 0) return result;
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

// One line for the harness, at once.
#define answer(...) (printf(__VA_ARGS__), fflush(stdout))
