#include "Twins.h"

#include <malloc.h>

void twinTrimHeap(void) { malloc_trim(0); }
