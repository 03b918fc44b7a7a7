// C and C++ counterparts of the measured work of Slipway.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Declared operations, as in `Plan`: a name each, and edges to earlier or later ones.
typedef struct TwinPlan TwinPlan;

/// A checked plan: both directions of its edges in flat arrays.
typedef struct TwinGraph TwinGraph;

/// The way in which a check finds repeated names.
typedef enum {
    /// It does not.
    twinNamesIgnored,
    /// With a `std::unordered_map`, which the graph keeps.
    twinNamesHashed,
    /// By sorting the names.
    twinNamesSorted,
} TwinNames;

TwinPlan *twinPlanMake(void);
void twinPlanFree(TwinPlan *plan);

/// Declares an operation that requires the operations with the numbers in `requires`.
void twinPlanAdd(TwinPlan *plan, const char *name, const uint32_t *requires_, size_t count);

/// Checks a plan; NULL for a cycle, an unknown number, or a repeated name.
TwinGraph *twinGraphMake(const TwinPlan *plan, TwinNames names);
void twinGraphFree(TwinGraph *graph);

/// Hands a token from this thread to another and back, through one eventfd each way; returns the
/// nanoseconds, or a negative number if there is no eventfd or no thread.
///
/// A waiting thread polls `spins` times for the token before it asks the kernel to wake it.
int64_t twinHandOver(int64_t rounds, int64_t spins);

/// The same through one shared word that both threads poll.
int64_t twinHandOverSpinning(int64_t rounds);

/// A graph for Taskflow.
typedef struct TwinFlow TwinFlow;

/// The body of an operation, which gets its number.
typedef void (*TwinBody)(const void *context, uint32_t node);

/// Tells whether this was built with Taskflow; without it the following functions do nothing.
bool twinFlowIsThere(void);

/// Declares `count` operations; a NULL body does nothing.
TwinFlow *twinFlowMake(uint32_t count, TwinBody body, const void *context);
void twinFlowPrecede(TwinFlow *flow, uint32_t before, uint32_t after);

/// Runs every operation, with a thread for each CPU, and waits for the last one.
void twinFlowRun(TwinFlow *flow);
void twinFlowFree(TwinFlow *flow);

/// Gives the heap's free memory back to the kernel: `malloc_trim`, which Swift's Glibc lacks.
void twinTrimHeap(void);

/// The bytes that malloc has given out and that were not freed.
size_t twinHeapUse(void);

#ifdef __cplusplus
}
#endif
