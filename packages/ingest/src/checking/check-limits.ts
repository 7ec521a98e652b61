/** What the thread of a check keeps: objects and buffers. With the rest of the thread it stays below 256 MiB. */
export const CHECK_BYTES_MAX = 200 * 1024 ** 2
/** Only objects; the thread ends when it needs more. */
export const CHECK_HEAP_MIB = 144
/** A garbage collector that may grow its young generation takes 100 MiB and is no faster here. */
export const CHECK_YOUNG_MIB = 16
