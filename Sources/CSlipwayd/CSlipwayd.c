#include "CSlipwayd.h"

#include <signal.h>
#include <stddef.h>

// A manager, or a person, may ask for a reload as soon as there is a process. SIGHUP stays pending until the daemon
// listens for it: until then its usual action would end the process. Before all other constructors, 101 being the first
// number that is free.
__attribute__((constructor(101))) static void hold_reloads(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
}
