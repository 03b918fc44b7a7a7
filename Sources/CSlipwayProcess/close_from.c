// Closes all descriptors from a number on, also where there is no close_range(2): before Linux 5.9, or
// under a filter of system calls that does not know it.
//
// A child that shares its parent's memory runs these functions: they neither allocate nor lock.

#define _GNU_SOURCE
#include "CSlipwayProcess.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// So many numbers are tried where there is no /proc either. The kernel gives the lowest free
// number, and a daemon closes its own descriptors on exec.
enum { most_tried = 65536 };

// An entry of a folder, as getdents64(2) writes it; readdir(3) would allocate.
struct entry {
    uint64_t inode;
    int64_t next;
    uint16_t length;
    uint8_t type;
    char name[];
};

// The name as a number; -1 for `.` and `..`.
static int number_of(const char *name) {
    int number = 0;
    for (; *name >= '0' && *name <= '9'; name++) number = number * 10 + (*name - '0');
    return *name == 0 ? number : -1;
}

// Closes the descriptors that the folder lists now, but its own. Returns how many those were, or -1
// if the folder cannot be read.
static int close_listed(int folder, int first) {
    _Alignas(struct entry) char bytes[4096];
    int closed = 0;
    if (lseek(folder, 0, SEEK_SET) != 0) return -1;
    while (true) {
        long length = syscall(SYS_getdents64, folder, bytes, sizeof bytes);
        if (length <= 0) return length == 0 ? closed : -1;
        for (long offset = 0; offset < length;) {
            const struct entry *entry = (const struct entry *)(bytes + offset);
            int number = number_of(entry->name);
            if (number >= first && number != folder && close(number) == 0) closed++;
            offset += entry->length;
        }
    }
}

static int close_all_listed(int first) {
    int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -1;
    int closed = 0;
    // Again until there is none: not every kernel keeps its position in a list that gets shorter.
    do closed = close_listed(folder, first);
    while (closed > 0);
    close(folder);
    return closed;
}

void slipway_close_from(int32_t first) {
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0) return;
    // Frees a number for the list, in case all are taken.
    close(first);
    if (close_all_listed(first) == 0) return;
    struct rlimit limit;
    int end = most_tried;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < most_tried)
        end = (int)limit.rlim_cur;
    for (int number = first; number < end; number++) close(number);
}
