internal import SlipwayLoop

/// Connections with calls that wait for their turn: each time the loop comes round, one of every
/// user's gets it.
///
/// Who opens many connections, and sends much on each, so waits for their own calls and not others
/// for them.
@Loop
final class TurnQueue {
    private var waiting: [UInt32: [Connection]] = [:]
    private var isPosted = false

    /// Whether connections of a user wait for their turn.
    func areWaiting(of uid: UInt32) -> Bool { waiting[uid] != nil }

    /// Has a connection wait behind the others of its user.
    func add(_ connection: Connection) {
        waiting[connection.peer.uid, default: []].append(connection)
        post()
    }

    private func post() {
        guard !isPosted else { return }
        isPosted = true
        Loop.post { self.run() }
    }

    private func run() {
        isPosted = false
        for uid in Array(waiting.keys) {
            guard var own = waiting[uid] else { continue }
            let connection = own.removeFirst()
            waiting[uid] = own.isEmpty ? nil : own
            connection.takeTurn()
        }
        if !waiting.isEmpty { post() }
    }
}
