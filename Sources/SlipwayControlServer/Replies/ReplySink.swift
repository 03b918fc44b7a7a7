internal import SlipwayInterface
package import SlipwayJSON
package import SlipwayVarlink

/// Takes the replies to one call.
///
/// May be used from any thread; replies are sent in the order of these calls. Nothing here blocks
/// or calls back into the service, so a service may reply while it holds its own lock; the only
/// exception is ``onClose(_:)``.
package final class ReplySink: Sendable {
    /// The replies that the caller wants.
    package let mode: VarlinkCall.Mode
    private let outbox: CallOutbox

    init(mode: VarlinkCall.Mode, outbox: CallOutbox) {
        self.mode = mode
        self.outbox = outbox
    }

    deinit {
        // Without a last reply the caller would wait for ever.
        outbox.abandon()
    }

    /// Sends one of several replies; does nothing unless the caller set `more`.
    package func send(_ parameters: JSONObject) {
        guard mode == .more else { return }
        outbox.append(SharedFrame(.parameters(parameters, continues: true)))
    }

    /// Sends a record as one of several replies; its instants count from the zero of `offsets`.
    package func send(_ record: some Record, _ offsets: Offsets) {
        send(record.object(offsets))
    }

    /// Sends a reply that other callers get too; it is held in memory once for all of them.
    ///
    /// A frame that continues is one of several replies; any other is the last.
    package func send(_ frame: SharedFrame) {
        if frame.isLast {
            end(with: frame)
        } else if mode == .more {
            outbox.append(frame)
        }
    }

    /// Sends the last reply; does nothing after the last one, or when the caller is gone.
    package func finish(_ parameters: JSONObject = [:]) {
        end(with: SharedFrame(.parameters(parameters)))
    }

    /// Sends a record as the last reply; its instants count from the zero of `offsets`.
    package func finish(_ record: some Record, _ offsets: Offsets = Offsets()) {
        finish(record.object(offsets))
    }

    /// Sends an error as the last reply.
    package func fail(_ error: VarlinkError) {
        end(with: SharedFrame(.error(error)))
    }

    /// Has `body` called once if the caller disconnects, or is disconnected, before the last reply,
    /// so that the work for it can end.
    ///
    /// Called on the event loop, or at once if the caller is already gone. It must not block.
    package func onClose(_ body: @escaping @Sendable () -> Void) {
        outbox.onClose(body)
    }

    /// The caller still waits for a reply.
    package var isOpen: Bool { outbox.isOpen }

    private func end(with frame: @autoclosure () -> SharedFrame) {
        if mode == .oneway { outbox.end() } else { outbox.append(frame()) }
    }
}
