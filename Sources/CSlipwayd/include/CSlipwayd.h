#ifndef CSLIPWAYD_H
#define CSLIPWAYD_H

// There is nothing to call: it is enough that slipwayd is linked with this module.

#endif
