package import SlipwayControl
package import SlipwayJSON

/// Where the replies to one call go.
///
/// May be used from any thread; replies leave in the order in which they were handed in.
/// Nothing here blocks or calls back into the service, so a service may reply while it holds a
/// lock of its own; the one exception is ``onClose(_:)``.
package final class ReplySink: Sendable {
    /// What the caller wants to hear.
    package let mode: VarlinkCall.Mode
    private let outbox: CallOutbox

    init(mode: VarlinkCall.Mode, outbox: CallOutbox) {
        self.mode = mode
        self.outbox = outbox
    }

    deinit {
        // A caller without a last reply would wait for ever.
        outbox.abandon()
    }

    /// Sends one of several replies; nothing happens unless the caller set `more`.
    package func send(_ parameters: JSONObject) {
        guard mode == .more else { return }
        outbox.append(SharedFrame(.parameters(parameters, continues: true)))
    }

    /// Sends a reply that others get as well: it is kept once, however many have not read it.
    ///
    /// One that continues is one of several replies, any other one the last.
    package func send(_ frame: SharedFrame) {
        if frame.isLast {
            end(with: frame)
        } else if mode == .more {
            outbox.append(frame)
        }
    }

    /// Sends the last reply; nothing happens after the last one, or when the caller went away.
    package func finish(_ parameters: JSONObject = [:]) {
        end(with: SharedFrame(.parameters(parameters)))
    }

    /// Sends an error as the last reply.
    package func fail(_ error: VarlinkError) {
        end(with: SharedFrame(.error(error)))
    }

    /// Has `body` called once if the caller goes away, or is cut off, before the last reply, so
    /// that its work can end.
    ///
    /// Called on the event loop, or here and now if the caller is gone already. It must not block.
    package func onClose(_ body: @escaping @Sendable () -> Void) {
        outbox.onClose(body)
    }

    /// Whether the caller still waits for a reply.
    package var isOpen: Bool { outbox.isOpen }

    private func end(with frame: @autoclosure () -> SharedFrame) {
        if mode == .oneway { outbox.end() } else { outbox.append(frame()) }
    }
}
