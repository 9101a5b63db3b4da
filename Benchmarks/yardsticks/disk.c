// How fast this disk makes small records durable, one by one.
//
//   disk FILE      for each number on standard input: that many appended and followed by fdatasync, in nanoseconds
#include "common.h"

#include <fcntl.h>

int main(int count, char **arguments) {
    if (count != 2) return 2;
    int file = (int)must(open(arguments[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), arguments[1]);
    char record[512], line[64];
    memset(record, '.', sizeof record);
    while (fgets(line, sizeof line, stdin)) {
        long records = atol(line);
        int64_t began = nanoseconds(CLOCK_MONOTONIC);
        for (long i = 0; i < records; i++) {
            must(write(file, record, sizeof record), "write");
            must(fdatasync(file), "fdatasync");
        }
        answer("%lld\n", (long long)(nanoseconds(CLOCK_MONOTONIC) - began));
    }
    return 0;
}
