// Starting a child process, and what the Glibc module does not offer to Swift for looking after it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// A resource limit of a child: RLIMIT_NOFILE and so on, see setrlimit(2).
struct slipway_limit {
    int32_t resource;
    uint64_t soft;
    uint64_t hard;
};

/// What a child is started with. All pointers are only read, and only during the call.
struct slipway_child {
    /// Paths to try in turn, as a search through PATH does; ended by a null pointer.
    char *_Nullable const *_Nonnull programs;
    /// argv and envp; ended by a null pointer.
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    /// Where it starts; null for the parent's directory.
    const char *_Nullable directory;
    /// What becomes its descriptors 0, 1, 2, …; it gets no others.
    const int32_t *_Nonnull descriptors;
    int32_t descriptor_count;
    const struct slipway_limit *_Nullable limits;
    int32_t limit_count;
    /// Room for ten digits and a zero byte in the environment's LISTEN_PID, which the child fills
    /// in with its number; null when it gets no sockets.
    char *_Nullable listen_pid;
};

/// What a child was about to do when it failed.
enum slipway_stage {
    SLIPWAY_STAGE_PROCESS,
    SLIPWAY_STAGE_SESSION,
    SLIPWAY_STAGE_DESCRIPTORS,
    SLIPWAY_STAGE_LIMITS,
    SLIPWAY_STAGE_DIRECTORY,
    SLIPWAY_STAGE_PROGRAM,
};

struct slipway_started {
    int32_t pid;
    /// A descriptor of the process, readable once it has ended; the caller closes it.
    int32_t pidfd;
    /// Where it failed, if it did.
    enum slipway_stage stage;
};

/// Starts a child that leads a session of its own, with every signal unblocked and at its default,
/// and waits until it runs its program.
///
/// Allocates nothing. 0, or an error number: then there is no child.
int32_t slipway_start_child(const struct slipway_child *_Nonnull child,
                            struct slipway_started *_Nonnull started);

/// How a child ended.
struct slipway_end {
    int32_t pid;
    /// The exit status, or the number of the signal that ended it.
    int32_t status;
    bool was_killed;
};

/// Takes the end of a child, which is gone after that. 0; EAGAIN while it runs; or another error
/// number.
int32_t slipway_take_end(int32_t pid, struct slipway_end *_Nonnull end);

/// Finds a child that has ended, and leaves it as it is: its number, 0 when there is none.
int32_t slipway_ended_child(void);

/// Makes this process the parent of its descendants' orphans. 0, or an error number.
int32_t slipway_become_subreaper(void);

/// A pipe, both ends closed on exec: 0, or an error number.
int32_t slipway_pipe(int32_t ends[_Nonnull 2]);

/// Makes reading and writing through this descriptor fail with EAGAIN rather than block.
int32_t slipway_set_nonblocking(int32_t descriptor);
