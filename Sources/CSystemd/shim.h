#pragma once

// Otherwise the journal's functions are macros, which Swift cannot see, and every entry has a line
// of this header as its source location.
#define SD_JOURNAL_SUPPRESS_LOCATION 1

#include <sys/epoll.h>
#include <sys/uio.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>

/// The name of this program without its folder, as glibc has it.
static inline const char *slipway_program_name(void) {
    extern char *program_invocation_short_name;
    return program_invocation_short_name;
}
