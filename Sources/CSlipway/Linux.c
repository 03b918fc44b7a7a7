#ifdef __linux__

// The functions of Linux for the library, and those for the programs alone.
#define _GNU_SOURCE
#include "CSlipway.h"

#include "Platform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int32_t slipway_thread_id(void) { return (int32_t)syscall(SYS_gettid); }

void slipway_name_thread(const uint8_t *name) { prctl(PR_SET_NAME, name); }

int32_t slipway_event_counter(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void slipway_wake(int32_t descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}

void slipway_forget_wakes(int32_t descriptor) {
    uint64_t count;
    ssize_t taken = read(descriptor, &count, sizeof count);
    (void)taken;
}

void slipway_wait(int32_t first, int32_t second, int64_t nanoseconds) {
    struct pollfd polled[] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    ppoll(polled, 2, nanoseconds < 0 ? NULL : &limit, NULL);
}

static long futex(int32_t *word, int operation, int32_t value, const struct timespec *limit) {
    return syscall(SYS_futex, word, operation, value, limit, NULL, 0);
}

void slipway_sleep_on(int32_t *word, int64_t nanoseconds) {
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    futex(word, FUTEX_WAIT_PRIVATE, SLIPWAY_ASLEEP, nanoseconds < 0 ? NULL : &limit);
}

void slipway_wake_sleeper(int32_t *word) { futex(word, FUTEX_WAKE_PRIVATE, 1, NULL); }

int32_t slipway_usable_cpus(void) {
    cpu_set_t set;
    // Fails on machines with more CPUs than the set can hold.
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
    if (count < 1) count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count;
}

static int32_t first_thread_blocks(unsigned long long *blocked) {
    // The file describes the thread group's leader, which is the first thread.
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    char text[8192];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return -1;
    text[length] = 0;
    const char *line = strstr(text, "\nSigBlk:\t");
    if (line == NULL) return -1;
    *blocked = strtoull(line + 9, NULL, 16);
    return 0;
}

int32_t slipway_first_thread_mask(sigset_t *mask) {
    // While the C library starts a thread or a process, it blocks all signals for a moment: also its own
    // two, 32 and 33, which no program can.
    const unsigned long long own = 3ULL << 31;
    unsigned long long blocked = own;
    for (int tries = 0; tries < 1000 && (blocked & own) == own; tries++) {
        if (tries > 0) sched_yield();
        if (first_thread_blocks(&blocked) != 0) return -1;
    }
    if ((blocked & own) == own) return -1;
    sigemptyset(mask);
    for (int number = 1; number <= 64; number++)
        if (blocked >> (number - 1) & 1) sigaddset(mask, number);
    return 0;
}

// libdispatch's interface for foreign event loops (private/queue_private.h); CoreFoundation's run
// loop uses the same two functions.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int32_t slipway_dispatch_main_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

void slipway_dispatch_main_drain(int32_t handle) {
    // Read before draining: new work makes the descriptor readable again. Dispatch opened it
    // non-blocking and leaves reading it to the owner of the loop.
    uint64_t count;
    ssize_t taken = read(handle, &count, sizeof count);
    (void)taken;
    _dispatch_main_queue_callback_4CF(NULL);
}

void slipway_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

void slipway_trim_heap(void) { malloc_trim(0); }

char **slipway_environment(void) { return environ; }

// Swift's runtime, linked statically, finds the arguments by way of the environment, which a library
// that is loaded before and sets a variable moves away. glibc passes to constructors what it passes
// to main.
static char *no_arguments[] = {NULL};
static char **arguments = no_arguments;
static int32_t argument_count;

__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    arguments = values;
    argument_count = count;
}

int32_t slipway_argument_count(void) { return argument_count; }
char **slipway_arguments(void) { return arguments; }

void slipway_name_process(const char *name) {
    prctl(PR_SET_NAME, name);
    // The memory that ps(1) shows has the arguments in one piece, each ended by a zero.
    for (int index = 0; index < argument_count; index++) {
        size_t room = strlen(arguments[index]);
        memset(arguments[index], 0, room);
        if (index == 0) memcpy(arguments[0], name, strnlen(name, room));
    }
}

int32_t slipway_signal_at_parents_end(int32_t number) {
    return prctl(PR_SET_PDEATHSIG, number) == 0 ? 0 : errno;
}

int32_t slipway_leave_descriptor(int32_t socket, int32_t descriptor) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof descriptor)] = {0};
    char byte = 0;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? errno : 0;
}

bool slipway_has_access_list(const char *path) {
    if (getxattr(path, "system.posix_acl_access", NULL, 0) >= 0) return true;
    return errno != ENODATA && errno != ENOTSUP;
}

#endif
