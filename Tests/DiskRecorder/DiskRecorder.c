/* The calls that change a disk, with a note of each. */
#define _GNU_SOURCE
#include "DiskRecorder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char *recorded;
static struct disk_act *acts;
static size_t count, room;

void disk_record(const char *directory) { recorded = strdup(directory); }
void disk_rest(void) { recorded = NULL; }
size_t disk_count(void) { return count; }
const struct disk_act *disk_acts(void) { return acts; }

static void note(enum disk_kind kind, const char *name, int64_t place, const void *bytes, size_t length) {
    if (count == room) {
        room = room ? room * 2 : 1024;
        acts = realloc(acts, room * sizeof *acts);
        if (!acts) abort();
    }
    struct disk_act *act = &acts[count++];
    *act = (struct disk_act){.kind = kind, .place = place, .length = length};
    snprintf(act->name, sizeof act->name, "%s", name);
    if (length > 0) {
        act->bytes = malloc(length);
        if (!act->bytes) abort();
        memcpy(act->bytes, bytes, length);
    }
}

void disk_promise(int64_t mark) { note(disk_mark, "", mark, NULL, 0); }

/* The name of a file in the directory that is recorded; NULL for any other. */
static const char *within(const char *path) {
    if (!recorded) return NULL;
    size_t length = strlen(recorded);
    if (strncmp(path, recorded, length) != 0) return NULL;
    if (path[length] == 0) return "";
    return path[length] == '/' && !strchr(path + length + 1, '/') ? path + length + 1 : NULL;
}

static const char *named(int file, char *path, size_t size) {
    if (!recorded) return NULL;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    return within(path);
}

static ssize_t written(int file, const void *bytes, ssize_t length, int64_t place) {
    char path[4096];
    int error = errno;
    const char *name = length > 0 ? named(file, path, sizeof path) : NULL;
    if (name) note(disk_write, name, place, bytes, (size_t)length);
    errno = error;
    return length;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t place) {
    return written(file, bytes, syscall(SYS_pwrite64, file, bytes, length, place), place);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t place) {
    return pwrite64(file, bytes, length, place);
}

static int changed(int result, int file, enum disk_kind kind, int64_t place) {
    char path[4096];
    int error = errno;
    const char *name = result == 0 ? named(file, path, sizeof path) : NULL;
    if (name) note(kind, name, place, NULL, 0);
    errno = error;
    return result;
}

int fsync(int file) { return changed((int)syscall(SYS_fsync, file), file, disk_sync, 0); }
int fdatasync(int file) { return changed((int)syscall(SYS_fdatasync, file), file, disk_sync, 0); }

int ftruncate64(int file, off64_t size) {
    return changed((int)syscall(SYS_ftruncate, file, size), file, disk_truncate, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int unlinkat(int directory, const char *name, int flags) {
    int result = (int)syscall(SYS_unlinkat, directory, name, flags);
    char path[4096];
    int error = errno;
    const char *beside = result == 0 ? named(directory, path, sizeof path) : NULL;
    if (beside && !*beside) note(disk_unlink, name, 0, NULL, 0);
    errno = error;
    return result;
}

int unlink(const char *path) {
    int result = (int)syscall(SYS_unlinkat, -100, path, 0);
    int error = errno;
    const char *name = result == 0 ? within(path) : NULL;
    if (name && *name) note(disk_unlink, name, 0, NULL, 0);
    errno = error;
    return result;
}
