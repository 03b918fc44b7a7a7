internal import SlipwayLoop

/// Connections whose calls wait to be answered; each pass of the loop serves one connection per
/// user.
///
/// A user with many connections and calls thus delays only their own calls.
@Loop
final class ReadyConnections {
    private var waiting: [UInt32: [Connection]] = [:]
    private var isPosted = false

    /// Tells whether connections of the user are in the queue.
    func areWaiting(of uid: UInt32) -> Bool { waiting[uid] != nil }

    /// Adds a connection behind the others of its user.
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
            connection.takeSlice()
        }
        if !waiting.isEmpty { post() }
    }
}
