/* Linux headers, constants and the clone3 spawn that the Glibc module does not offer. */
#pragma once
