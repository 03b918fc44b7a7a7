#ifdef __APPLE__

// The functions of macOS 15: written from its documentation, and not tried there. Only the library
// is meant to run on it.
#include "CSlipway.h"

#include "Platform.h"

#include <CoreFoundation/CoreFoundation.h>
#include <os/os_sync_wait_on_address.h>
#include <poll.h>
#include <pthread.h>
#include <sys/event.h>
#include <unistd.h>

int32_t slipway_thread_id(void) {
    if (pthread_main_np()) return getpid();
    uint64_t number = 0;
    pthread_threadid_np(NULL, &number);
    // No thread but the first may have the number of the process.
    return -(int32_t)(number & 0x7fffffff);
}

void slipway_name_thread(const uint8_t *name) { pthread_setname_np((const char *)name); }

// A kqueue with one event of the user's.
int32_t slipway_event_counter(void) {
    int queue = kqueue();
    if (queue < 0) return -1;
    struct kevent event;
    EV_SET(&event, 0, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0, NULL);
    if (kevent(queue, &event, 1, NULL, 0, NULL) == 0) return queue;
    close(queue);
    return -1;
}

void slipway_wake(int32_t descriptor) {
    struct kevent event;
    EV_SET(&event, 0, EVFILT_USER, 0, NOTE_TRIGGER, 0, NULL);
    kevent(descriptor, &event, 1, NULL, 0, NULL);
}

void slipway_forget_wakes(int32_t descriptor) {
    struct kevent event;
    struct timespec none = {0, 0};
    kevent(descriptor, NULL, 0, &event, 1, &none);
}

// The Dispatch main queue has no descriptor here: its thread looks at the queue at this interval.
static const int64_t pause_of_main_thread = 10000000;

void slipway_wait(int32_t first, int32_t second, int64_t nanoseconds) {
    struct pollfd polled[] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    if (pthread_main_np() && (nanoseconds < 0 || nanoseconds > pause_of_main_thread))
        nanoseconds = pause_of_main_thread;
    int64_t milliseconds = nanoseconds < 0 ? -1 : (nanoseconds + 999999) / 1000000;
    poll(polled, 2, milliseconds > INT32_MAX ? INT32_MAX : (int)milliseconds);
}

void slipway_sleep_on(int32_t *word, int64_t nanoseconds) {
    if (nanoseconds < 0)
        os_sync_wait_on_address(word, SLIPWAY_ASLEEP, sizeof *word, OS_SYNC_WAIT_ON_ADDRESS_NONE);
    else
        os_sync_wait_on_address_with_timeout(word, SLIPWAY_ASLEEP, sizeof *word,
                                             OS_SYNC_WAIT_ON_ADDRESS_NONE, OS_CLOCK_MACH_ABSOLUTE_TIME,
                                             (uint64_t)nanoseconds);
}

void slipway_wake_sleeper(int32_t *word) {
    os_sync_wake_by_address_any(word, sizeof *word, OS_SYNC_WAKE_BY_ADDRESS_NONE);
}

int32_t slipway_usable_cpus(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int32_t)count;
}

// No call tells the mask of another thread.
int32_t slipway_first_thread_mask(sigset_t *mask) { return -1; }

int32_t slipway_dispatch_main_handle(void) { return -1; }

void slipway_dispatch_main_drain(int32_t handle) {
    // Runs what the Dispatch main queue has, and does not wait.
    while (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true) == kCFRunLoopRunHandledSource) {
    }
}

#endif
