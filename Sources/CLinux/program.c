// What is wrong with the file of a program, as whoever asks sees it.
#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

int clinux_fault_at(const char *path, unsigned *role, char *next) {
    struct clinux_program_file file = {.count = -1};
    struct stat status;
    struct statvfs place;
    if (stat(path, &status) < 0) {
        file.error = errno;
    } else {
        file.mode = status.st_mode;
        file.size = (unsigned long)status.st_size;
        file.is_denied = access(path, X_OK) < 0 && errno == EACCES;
        file.is_on_noexec = statvfs(path, &place) == 0 && place.f_flag & ST_NOEXEC;
    }
    // Opening anything else might wait, or set a device going.
    int opened = !file.error && S_ISREG(file.mode) ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
    if (opened >= 0) {
        file.count = read(opened, file.head, sizeof file.head);
        close(opened);
    }
    enum clinux_role now = (enum clinux_role)*role;
    int fault = (int)clinux_judge(&file, &now, next);
    *role = now;
    return fault;
}
