// The functions that each platform has in its own way, for the rest of this module.
#pragma once

#include <stdint.h>

/// Sleeps while the word is SLIPWAY_ASLEEP, for so many nanoseconds at most (negative: no limit). May return
/// earlier.
void slipway_sleep_on(int32_t *word, int64_t nanoseconds);

/// Wakes the thread that sleeps on the word. Async-signal-safe.
void slipway_wake_sleeper(int32_t *word);
