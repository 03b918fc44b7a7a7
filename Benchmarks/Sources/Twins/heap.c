#include "Twins.h"

#include <malloc.h>

void twinTrimHeap(void) { malloc_trim(0); }

size_t twinHeapUse(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
