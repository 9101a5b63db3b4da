// The pause between two looks at what tells nobody that it has changed.
import Glibc

/// Lets a hundredth of a second pass, between two looks at a process, a file, or what somebody else's program says.
///
/// Only for loops with a deadline, and never in place of an event that there is. Without a pause such a loop, and the daemon that it
/// asks, have a processor each, which what is waited for needs, and each test beside it.
package func beat() { _ = poll(nil, 0, 10) }
