#define _GNU_SOURCE
#include "CSlipway.h"

#include "Platform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

// A word that is always accessed with C's atomics.
static _Atomic int32_t *atomic_word(int32_t *word) { return (_Atomic int32_t *)word; }

// Async-signal-safe: one atomic and one system call; the interrupted code keeps its errno.
void slipway_notify(int32_t *word) {
    int saved = errno;
    if (atomic_exchange(atomic_word(word), SLIPWAY_NOTIFIED) == SLIPWAY_ASLEEP)
        slipway_wake_sleeper(word);
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
        int64_t left = -1;
        if (duration >= 0) {
            left = end - nanoseconds(CLOCK_MONOTONIC);
            if (left <= 0) break;
        }
        slipway_sleep_on(word, left);
    }
    return atomic_exchange(atomic_word(word), SLIPWAY_AWAKE) == SLIPWAY_NOTIFIED;
}

void *slipway_same(void *pointer) { return pointer; }

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
    // The parent process may have blocked the signal, and masks are inherited.
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

// Swift's runtime calls the hook, if there is one, with each job for its global executor.
typedef __attribute__((swiftcall)) void (*enqueue_function)(void *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_function usual);
static void (*take_job)(void *job);

static __attribute__((swiftcall)) void take_global_job(void *job, enqueue_function usual) {
    (void)usual;
    take_job(job);
}

void slipway_take_jobs(void (*take)(void *job)) {
    take_job = take;
    swift_task_enqueueGlobal_hook = take_global_job;
}

int32_t slipway_take_signal(void) { return atomic_exchange(&last_signal, 0); }

void slipway_open_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // The lowest free number is this one: all lower descriptors are open.
        if (open("/dev/null", O_RDWR) < 0) return;
    }
}

void slipway_close(int32_t descriptor) { close(descriptor); }

void slipway_write_error(const void *bytes, size_t count) {
    ssize_t written = write(STDERR_FILENO, bytes, count);
    (void)written;
}

// The function that a thread runs: a start routine has another type.
struct thread_body {
    void (*run)(void *);
    void *context;
};

static void *run_thread(void *argument) {
    struct thread_body body = *(struct thread_body *)argument;
    free(argument);
    body.run(body.context);
    return NULL;
}

int32_t slipway_start_thread(void (*run)(void *), void *context) {
    struct thread_body *body = malloc(sizeof *body);
    if (body == NULL) return ENOMEM;
    *body = (struct thread_body){run, context};
    pthread_t thread;
    int failure = pthread_create(&thread, NULL, run_thread, body);
    if (failure != 0) {
        free(body);
        return failure;
    }
    pthread_detach(thread);
    return 0;
}
