// How waits grow: starts in vain, spacing, shortages and rests alike.

extension Duration {
    /// Doubled so often, up to a longest where that is longer.
    func doubled(_ times: Int, upTo longest: Duration) -> Duration {
        let longest = max(self, longest)
        var span = self
        for _ in 0..<max(0, times) where span < longest { span = min(span * 2, longest) }
        return span
    }
}
