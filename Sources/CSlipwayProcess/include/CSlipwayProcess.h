// Starts child processes, and handles them with functions that the Glibc module does not offer to
// Swift.
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/// A resource limit of a child: RLIMIT_NOFILE and so on, see setrlimit(2).
struct slipway_limit {
    int32_t resource;
    uint64_t soft;
    uint64_t hard;
};

/// The user that a child runs as, see credentials(7).
struct slipway_user {
    uint32_t user;
    uint32_t group;
    /// The groups that the user has besides.
    const uint32_t *_Nullable groups;
    int32_t group_count;
};

/// The parameters of a child. All pointers are only read, and only during the call.
struct slipway_child {
    /// Paths to try in order, as in a search through PATH; ended by a null pointer.
    char *_Nullable const *_Nonnull programs;
    /// argv and envp; ended by a null pointer.
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    /// The working directory; null for the parent's.
    const char *_Nullable directory;
    /// The descriptors that become the child's 0, 1, 2, …; it gets no others.
    const int32_t *_Nonnull descriptors;
    int32_t descriptor_count;
    const struct slipway_limit *_Nullable limits;
    int32_t limit_count;
    /// Room for ten digits and a zero byte in the environment's LISTEN_PID, where the child writes
    /// its number; null if it gets no sockets.
    char *_Nullable listen_pid;
    /// The user; null for the parent's.
    const struct slipway_user *_Nullable user;
    /// The permissions that the child's files do not get; -1 for the parent's.
    int32_t umask;
    /// `nice` and `oom_score_adjust` count; otherwise they are the parent's.
    bool has_nice;
    bool has_oom_score_adjust;
    int32_t nice;
    int32_t oom_score_adjust;
    /// No program that the child executes gains privileges.
    bool no_new_privileges;
    /// A descriptor of the folder of the child's control group; -1 for the parent's.
    int32_t group;
};

/// The step at which a child failed.
enum slipway_step {
    SLIPWAY_STEP_PROCESS,
    SLIPWAY_STEP_SESSION,
    SLIPWAY_STEP_CONTROL_GROUP,
    SLIPWAY_STEP_DESCRIPTORS,
    SLIPWAY_STEP_LIMITS,
    SLIPWAY_STEP_NICE,
    SLIPWAY_STEP_OOM_SCORE_ADJUST,
    SLIPWAY_STEP_USER,
    SLIPWAY_STEP_PRIVILEGES,
    SLIPWAY_STEP_DIRECTORY,
    SLIPWAY_STEP_PROGRAM,
};

struct slipway_started {
    int32_t pid;
    /// A descriptor of the process, readable once it has ended; the caller closes it. -1 before Linux
    /// 5.2, where only SIGCHLD tells the end.
    int32_t pidfd;
    /// The step that failed, if one did.
    enum slipway_step step;
};

/// Starts a child that leads its own session, with every signal unblocked and at its default, and
/// waits until it executes its program.
///
/// The child gets SIGKILL when the thread that started it ends; a program that gains privileges by
/// being executed loses this.
///
/// Allocates nothing. Returns 0, or an error number if there is no child.
int32_t slipway_start_child(const struct slipway_child *_Nonnull child,
                            struct slipway_started *_Nonnull started);

/// Tells whether a file has an extended attribute with the value `1`.
bool slipway_has_attribute(const char *_Nonnull path, const char *_Nonnull name);

/// The end of a child.
struct slipway_end {
    int32_t pid;
    /// The exit status, or the number of the signal that ended it.
    int32_t status;
    bool was_killed;
};

/// Reaps a child. Returns 0, EAGAIN while it runs, or another error number.
int32_t slipway_take_end(int32_t pid, struct slipway_end *_Nonnull end);

/// Finds a child that has ended, without reaping it. Returns its number, or 0 if there is none.
int32_t slipway_ended_child(void);

/// Makes this process the parent of its descendants' orphans. Returns 0 or an error number.
int32_t slipway_become_subreaper(void);

/// Corrects what Swift remembers of the calling thread's number; to be called in a child of fork(2),
/// before it locks anything. `former` is the number that the thread had in the parent.
///
/// Swift's runtime and its Mutex keep the number in thread-local variables, and lock with it. With
/// the parent's number a lock that two threads want ends the process, or is never given back.
void slipway_renew_thread_number(int32_t former);

/// A signal that has come, see sigaction(2).
struct slipway_signal {
    int32_t number;
    int32_t code;
    int32_t sender;
    int32_t value;
};

/// Waits for one of the signals, which are blocked. Returns 0 or an error number.
int32_t slipway_wait_for_signal(const sigset_t *_Nonnull signals,
                                struct slipway_signal *_Nonnull signal);

/// Sends a signal with a value. Returns 0 or an error number.
int32_t slipway_pass_signal(int32_t pid, int32_t number, int32_t value);

/// The soft limit of a resource that a process has. Returns 0 or an error number: EPERM for a process
/// of another user, unless this one is root.
int32_t slipway_soft_limit(int32_t pid, int32_t resource, uint64_t *_Nonnull soft);

/// Closes all descriptors from `first` on: at once from Linux 5.9 on, else one by one. Allocates nothing.
void slipway_close_from(int32_t first);

/// Opens a process. Returns a descriptor, which is closed on exec and readable once the process has
/// ended, or the negative of an error number: of ENOSYS before Linux 5.3.
int32_t slipway_open_process(int32_t pid);

/// Sends a signal to an open process; `pid` is its number. Returns 0 or an error number.
int32_t slipway_signal_process(int32_t pidfd, int32_t pid, int32_t number);

/// Creates a pipe; both descriptors are closed on exec. Returns 0 or an error number.
int32_t slipway_pipe(int32_t ends[_Nonnull 2]);

/// Makes reads and writes on this descriptor fail with EAGAIN instead of blocking.
int32_t slipway_set_nonblocking(int32_t descriptor);

/// A received datagram.
struct slipway_datagram {
    /// The length of the datagram; above the room for it if it was cut.
    int64_t length;
    /// The sender, as the kernel saw it; 0 and UINT32_MAX if it is unknown.
    int32_t pid;
    uint32_t uid;
};

/// Receives a datagram with the sender's credentials from a socket with SO_PASSCRED, and closes the
/// descriptors that came with it. Never blocks. Returns 0, EAGAIN if there is none, or another
/// error number.
int32_t slipway_receive_datagram(int32_t socket, void *_Nonnull bytes, uint64_t room,
                                 struct slipway_datagram *_Nonnull datagram);
