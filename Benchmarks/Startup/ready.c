// The floor: a service whose whole startup is to say that it is ready, through libsystemd.

#include <systemd/sd-daemon.h>
#include <unistd.h>

int main(void) {
    if (sd_notify(0, "READY=1") <= 0)
        return 1;
    for (;;)
        pause();
}
