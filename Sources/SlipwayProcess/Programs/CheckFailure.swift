/// Why a check did not succeed.
package struct CheckFailure: Hashable, Sendable, CustomStringConvertible {
    /// The reason in one line.
    package let reason: String
    /// This process lacked descriptors, processes, threads or memory: nothing was asked, and what is
    /// checked may work.
    package let isShortage: Bool

    /// - Parameters:
    ///   - reason: In one line.
    ///   - isShortage: This process lacks what it needs to ask; `false` by default.
    package init(_ reason: String, isShortage: Bool = false) {
        self.reason = reason
        self.isShortage = isShortage
    }

    /// The reason.
    package var description: String { reason }
}
