#define _GNU_SOURCE
#include "CSlipway.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int32_t slipway_thread_id(void) { return (int32_t)syscall(SYS_gettid); }

void slipway_name_thread(const uint8_t *name) { prctl(PR_SET_NAME, name); }

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t process_start;

// Runs before main: the earliest moment at which the process can read a clock.
__attribute__((constructor)) static void remember_process_start(void) {
    process_start = nanoseconds(CLOCK_MONOTONIC) - nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t slipway_process_start(void) { return process_start; }

int32_t slipway_event_counter(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void slipway_wait(int32_t first, int32_t second, int64_t nanoseconds) {
    struct pollfd polled[] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    ppoll(polled, 2, nanoseconds < 0 ? NULL : &limit, NULL);
}

// A futex on a word that is always accessed with C's atomics.
static _Atomic int32_t *atomic_word(int32_t *word) { return (_Atomic int32_t *)word; }

static long futex(int32_t *word, int operation, int32_t value, const struct timespec *limit) {
    return syscall(SYS_futex, word, operation, value, limit, NULL, 0);
}

// Async-signal-safe: one atomic and one system call; the interrupted code keeps its errno.
void slipway_notify(int32_t *word) {
    int saved = errno;
    if (atomic_exchange(atomic_word(word), SLIPWAY_NOTIFIED) == SLIPWAY_ASLEEP)
        futex(word, FUTEX_WAKE_PRIVATE, 1, NULL);
    errno = saved;
}

bool slipway_take_notification(int32_t *word) {
    int32_t notified = SLIPWAY_NOTIFIED;
    return atomic_load_explicit(atomic_word(word), memory_order_relaxed) == SLIPWAY_NOTIFIED &&
           atomic_compare_exchange_strong(atomic_word(word), &notified, SLIPWAY_AWAKE);
}

bool slipway_sleep(int32_t *word, int64_t duration) {
    int32_t awake = SLIPWAY_AWAKE;
    if (!atomic_compare_exchange_strong(atomic_word(word), &awake, SLIPWAY_ASLEEP))
        return slipway_take_notification(word);
    int64_t end = 0;
    // An end beyond the clock's range means no limit.
    if (duration >= 0 && __builtin_add_overflow(nanoseconds(CLOCK_MONOTONIC), duration, &end))
        duration = -1;
    while (atomic_load(atomic_word(word)) == SLIPWAY_ASLEEP) {
        if (duration < 0) {
            futex(word, FUTEX_WAIT_PRIVATE, SLIPWAY_ASLEEP, NULL);
            continue;
        }
        int64_t left = end - nanoseconds(CLOCK_MONOTONIC);
        if (left <= 0) break;
        struct timespec limit = {left / 1000000000, left % 1000000000};
        futex(word, FUTEX_WAIT_PRIVATE, SLIPWAY_ASLEEP, &limit);
    }
    return atomic_exchange(atomic_word(word), SLIPWAY_AWAKE) == SLIPWAY_NOTIFIED;
}

void *slipway_same(void *pointer) { return pointer; }

int32_t slipway_usable_cpus(void) {
    cpu_set_t set;
    // Fails on machines with more CPUs than the set can hold.
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
    if (count < 1) count = (int)sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count;
}

static int32_t signal_word;
static atomic_int last_signal;

int32_t *slipway_signal_word(void) { return &signal_word; }

static void on_signal(int number) {
    atomic_store(&last_signal, number);
    slipway_notify(&signal_word);
}

// The former action of each caught signal, and whether it was blocked.
static struct sigaction former_actions[NSIG];
static bool were_blocked[NSIG];

int32_t slipway_catch_signal(int32_t number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, &former_actions[number]) != 0) return -1;
    // The parent process may have blocked it, and masks are inherited.
    sigset_t caught, before;
    sigemptyset(&caught);
    sigaddset(&caught, number);
    if (pthread_sigmask(SIG_UNBLOCK, &caught, &before) != 0) return -1;
    were_blocked[number] = sigismember(&before, number) == 1;
    return 0;
}

int32_t slipway_release_signal(int32_t number) {
    if (were_blocked[number]) {
        sigset_t blocked;
        sigemptyset(&blocked);
        sigaddset(&blocked, number);
        pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    }
    return sigaction(number, &former_actions[number], NULL);
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
    sigemptyset(mask);
    for (int number = 1; number <= 64; number++)
        if (blocked >> (number - 1) & 1) sigaddset(mask, number);
    return 0;
}

int32_t slipway_terminal_error(void) {
    int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return errno;
    close(terminal);
    return 0;
}

bool slipway_has_default_action(int32_t number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) &&
           action.sa_handler == SIG_DFL;
}

int32_t slipway_take_signal(void) { return atomic_exchange(&last_signal, 0); }

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

void slipway_open_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // The lowest free number is this one: all lower descriptors are open.
        if (open("/dev/null", O_RDWR) < 0) return;
    }
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
    // This memory is what ps(1) shows: the arguments in one piece, each ended by a zero.
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
