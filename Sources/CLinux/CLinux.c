/* The parts of CLinux that need a body of their own. */
#include "CLinux.h"
