#pragma once

// Without this the journal's functions become macros that Swift cannot see, and every entry would
// carry the line of this header as its place in the source.
#define SD_JOURNAL_SUPPRESS_LOCATION 1

#include <sys/epoll.h>
#include <sys/uio.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>
