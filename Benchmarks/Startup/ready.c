// The lower bound: a service that only reports READY, through libsystemd.

#include <systemd/sd-daemon.h>
#include <unistd.h>

int main(void) {
    if (sd_notify(0, "READY=1") <= 0)
        return 1;
    for (;;)
        pause();
}
