#ifndef CSLIPWAYD_H
#define CSLIPWAYD_H

// Nothing to call: it is enough that slipwayd is linked with it.

#endif
