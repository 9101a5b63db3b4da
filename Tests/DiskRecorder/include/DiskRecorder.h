/* What a process asks of its disk, in order: stands before the C library's calls, so that SQLite's are seen too. */
#ifndef DISK_RECORDER_H
#define DISK_RECORDER_H

#include <stddef.h>
#include <stdint.h>

enum disk_kind { disk_write = 1, disk_sync, disk_truncate, disk_unlink, disk_mark };

struct disk_act {
    enum disk_kind kind;
    /* The file's name in the directory; empty for the directory itself. */
    char name[40];
    /* Where it was written, the new length, or what was marked. */
    int64_t place;
    size_t length;
    uint8_t *bytes;
};

/* Records what is done to the files of a directory from now on. */
void disk_record(const char *directory);
/* Notes that something was promised. */
void disk_promise(int64_t mark);
/* What was recorded, until the process ends. */
size_t disk_count(void);
const struct disk_act *disk_acts(void);
/* Records no more. */
void disk_rest(void);

#endif
