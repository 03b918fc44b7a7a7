@testable import Slipway

/// An engine that has a queue for each consumer of a kind.
struct ModelEngine {
    /// It runs: before, no timer comes and nothing begins.
    var isStarted = false
    /// The kinds that have what they require.
    var available: Set<Int> = []
    /// The kinds whose requirements failed.
    var unmet: Set<Int> = []
    /// The consumers whose action waits for its queue.
    var offered: Set<Int> = []
    /// The actions that run, or whose attempt is being stored, by consumer.
    var current: [Int: ActionID] = [:]
    /// The consumers whose handler was asked to give up, and why.
    var asked: [Int: String] = [:]
    /// Actions that were given up, and whose handler has not returned, by consumer.
    var leftBehind: [Int: ActionID] = [:]
    /// The actions whose handler waits until it is known whether its attempt is stored.
    var deciding: Set<ActionID> = []

    /// The consumers of a kind of this width that are free.
    func free(_ kind: Int, width: Int) -> [Int] {
        guard isStarted, available.contains(kind) else { return [] }
        return (0..<width).map { $0 * Self.kinds + kind }
            .filter { !offered.contains($0) && current[$0] == nil && leftBehind[$0] == nil }
    }

    /// The kind of a consumer.
    func kind(of consumer: Int) -> Int { consumer % Self.kinds }

    /// There are no more kinds than that.
    private static let kinds = 100
}

/// A program that ran a handler has ended.
struct ProgramEnded: InterruptingError {}
