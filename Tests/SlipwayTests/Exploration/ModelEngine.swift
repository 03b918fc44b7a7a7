@testable import Slipway

/// An engine that has a queue for each kind.
struct ModelEngine {
    /// It runs: before, no timer comes and nothing begins.
    var isStarted = false
    /// The kinds that have what they require.
    var available: Set<Int> = []
    /// The kinds whose requirements failed.
    var unmet: Set<Int> = []
    /// The kinds whose action waits for its queue.
    var offered: Set<Int> = []
    /// The actions that run, or whose attempt is being stored.
    var current: [Int: ActionID] = [:]
    /// The kinds whose handler was asked to give up, and why.
    var asked: [Int: String] = [:]
    /// Actions that were given up, and whose handler has not returned.
    var leftBehind: [Int: ActionID] = [:]
    /// The actions whose handler waits until it is known whether its attempt is stored.
    var deciding: Set<ActionID> = []

    /// Tells whether it takes an action of a kind.
    func isFree(_ kind: Int) -> Bool {
        isStarted && available.contains(kind) && !offered.contains(kind) && current[kind] == nil
            && leftBehind[kind] == nil
    }
}

/// A program that ran a handler has ended.
struct ProgramEnded: InterruptingError {}
