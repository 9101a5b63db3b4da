/* libudev, for its netlink monitor: BGRunDevice is the only room that imports it. */
#include <libudev.h>
