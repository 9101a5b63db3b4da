/* The driver of libFuzzer, which the compiler links where it is asked for -sanitize=fuzzer. */
#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* Calls `run` with one input after the other, as the arguments say; returns when they say that it is enough. */
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));

#endif
