// A life from its beginning: a seed, a number of events, and what came of them.

/// Plays lives of a laptop, with faults; what must always be true is checked after each event.
package enum Life {
    /// What was found wrong: which seed and event, and what led to it.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Parameters:
    ///   - lines: How much of what led to a fault is told.
    /// - Returns: How often what happened.
    @discardableResult
    package static func play(_ seed: UInt64, events: Int, lines: Int = 120) throws -> [String: Int] {
        try play(seed, events: events, on: ModelDisk(), lines: lines).counts
    }

    static func play(_ seed: UInt64, events: Int, on disk: any Disk, lines: Int) throws -> World {
        let world = try World(seed: seed, disk: disk)
        for event in 0..<events {
            do {
                try world.live()
            } catch let broken as World.Broken {
                let story = world.log.suffix(lines).joined(separator: "\n")
                throw Fault(description: "seed \(seed), event \(event): \(broken)\n\(story)")
            }
        }
        return world
    }
}
