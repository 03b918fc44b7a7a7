// Functions that the C library's module does not offer to Swift, or not in the same way on each platform.
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kernel's number of the calling thread; equal to getpid() on thread 0 only.
int32_t slipway_thread_id(void);

/// Names the calling thread: up to 15 bytes, zero-terminated.
void slipway_name_thread(const uint8_t *_Nonnull name);

/// The start of this process in CLOCK_MONOTONIC nanoseconds: the time before main, minus the
/// processor time used until then (exec, the dynamic linker).
int64_t slipway_process_start(void);

/// A non-blocking, close-on-exec descriptor to sleep on (an eventfd, or a kqueue); -1 with errno on failure.
int32_t slipway_event_counter(void);

/// Makes such a descriptor readable. May be called from any thread or signal handler.
void slipway_wake(int32_t descriptor);

/// Makes such a descriptor unreadable until the next wake, without blocking.
void slipway_forget_wakes(int32_t descriptor);

/// Closes a descriptor.
void slipway_close(int32_t descriptor);

/// Writes to standard error, once; what cannot be written is lost.
void slipway_write_error(const void *_Nullable bytes, size_t count);

/// Runs a function on a new thread, detached, which has the caller's signal mask. Returns 0 or an error number.
int32_t slipway_start_thread(void (*_Nonnull run)(void *_Nonnull context), void *_Nonnull context);

/// Blocks until a descriptor is readable, `nanoseconds` have passed (negative: no limit), or a
/// signal arrives. A negative descriptor is ignored.
void slipway_wait(int32_t first, int32_t second, int64_t nanoseconds);

/// The state of a word and of the one thread that sleeps on it.
enum { SLIPWAY_AWAKE = 0, SLIPWAY_ASLEEP = 1, SLIPWAY_NOTIFIED = 2 };

/// Ends the present or next sleep on a word. May be called from any thread or signal handler.
void slipway_notify(int32_t *_Nonnull word);

/// Sleeps until the word is notified, or until `nanoseconds` have passed (negative: no limit).
/// Returns whether it was notified.
bool slipway_sleep(int32_t *_Nonnull word, int64_t nanoseconds);

/// Takes the word's notification, if there is one, and returns whether there was.
bool slipway_take_notification(int32_t *_Nonnull word);

/// Returns its argument, which the compiler cannot know.
void *_Nonnull slipway_same(void *_Nonnull pointer);

/// The number of CPUs that the calling thread may run on; at least 1.
int32_t slipway_usable_cpus(void);

/// The word that a caught signal notifies: one for the whole process, so that a signal handler
/// always finds it.
int32_t *_Nonnull slipway_signal_word(void);

/// Catches a signal, which notifies the word on whichever thread it arrives. Unblocks the signal in
/// the calling thread, and so in threads that this one starts. Returns 0 or -1.
int32_t slipway_catch_signal(int32_t signal);

/// Restores the former action of a caught signal. Call it in the thread that caught the signal.
/// Returns 0, or -1 with errno.
int32_t slipway_release_signal(int32_t signal);

/// The signals that the process's first thread blocks, as another thread sees it. Returns 0, or -1 if
/// they cannot be read: also while the C library blocks all of them there for longer than a moment.
int32_t slipway_first_thread_mask(sigset_t *_Nonnull mask);

/// Why the process's controlling terminal cannot be opened, as an errno: ENXIO when it has none; 0 when
/// it can.
int32_t slipway_terminal_error(void);

/// Tells whether nothing handles or ignores a signal.
bool slipway_has_default_action(int32_t signal);

/// The number of the last signal caught since the last call; 0 for none.
int32_t slipway_take_signal(void);

/// The descriptor that is readable when the Dispatch main queue has work; -1 when there is none.
int32_t slipway_dispatch_main_handle(void);

/// Runs the work of the Dispatch main queue, and clears `handle`, its descriptor. On thread 0 only.
void slipway_dispatch_main_drain(int32_t handle);

/// Opens /dev/null as standard input, output or error if they are closed: otherwise the next opened
/// descriptor would replace them. Call it before anything is opened.
void slipway_open_standard_descriptors(void);

#ifdef __linux__

// For the programs alone, not for the library.

/// Makes all threads allocate from one heap. Call it before other threads exist.
void slipway_use_one_heap(void);

/// Has a function take each job of Swift tasks that have no executor of their own, in place of Dispatch.
/// Call it once, before there is such a job.
void slipway_take_jobs(void (*_Nonnull take)(void *_Nonnull job));

/// Gives free memory back to the system; takes up to some milliseconds, in which no thread can
/// allocate.
void slipway_trim_heap(void);

/// The environment: pointers to `NAME=value`, ended by a null pointer.
char *_Nullable *_Nonnull slipway_environment(void);

/// The number of arguments with which the kernel started the program, its name included.
int32_t slipway_argument_count(void);

/// The arguments: `slipway_argument_count()` pointers.
char *_Nullable *_Nonnull slipway_arguments(void);

/// Gives this process a name of at most 15 bytes, and takes its arguments from the memory in which
/// other processes see them. Nothing may use the arguments afterwards.
void slipway_name_process(const char *_Nonnull name);

/// Sends this process a signal when the thread that started it has ended. Returns 0 or an error
/// number.
int32_t slipway_signal_at_parents_end(int32_t signal);

/// Puts a descriptor into the queue of a Unix socket: the file stays open for as long as a process
/// has the socket's peer, whether it reads or not. Never blocks. Returns 0 or an error number.
int32_t slipway_leave_descriptor(int32_t socket, int32_t descriptor);

/// Tells whether an access control list of a file may say more than its mode, see acl(5).
bool slipway_has_access_list(const char *_Nonnull path);

#endif
