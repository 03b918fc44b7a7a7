internal import CSystemd
internal import SlipwaySystem

/// Calls a handler whenever a descriptor is ready.
///
/// Level-triggered: as long as it is ready, the handler is called again. The watch does not own
/// the descriptor: cancel the watch before the descriptor is closed. It lives until ``cancel()``,
/// also when nothing else refers to it.
@Loop
package final class DescriptorWatch {
    /// What to watch for.
    package struct Events: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read, or the end.
        package static let readable = Events(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        package static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// The peer has closed its writing side; what it wrote before can still be read.
        package static let inputEnded = Events(rawValue: EPOLLRDHUP.rawValue)
        /// The peer is gone; told without being watched for.
        package static let hungUp = Events(rawValue: EPOLLHUP.rawValue)
        /// The descriptor is broken; told without being watched for.
        package static let failed = Events(rawValue: EPOLLERR.rawValue)
    }

    private typealias Source = LoopSource<@Loop (Events) -> Void>
    private let source: Source

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - descriptor: What to watch: a socket, a pipe, a pidfd, an eventfd.
    ///   - events: What to watch for; empty for what is told without being watched for.
    ///   - handler: Called on the loop with what the descriptor is ready for.
    /// - Throws: The kernel refused: no memory, or `EPERM` for a file, which is always ready.
    package init(
        _ descriptor: Int32,
        for events: Events,
        handler: @escaping @Loop (Events) -> Void
    ) throws(LoopError) {
        self.events = events
        source = try Source(handler, "watch descriptor \(descriptor)") { event, source, context in
            sd_event_add_io(
                event,
                source,
                descriptor,
                events.rawValue,
                { _, _, ready, context in
                    guard let source = Source.of(context) else { return 0 }
                    Loop.assumeIsolated { source.handler?(Events(rawValue: ready)) }
                    return 0
                },
                context
            )
        }
    }

    /// What is watched for.
    package private(set) var events: Events

    /// Watches for something else from now on; nothing happens after ``cancel()``.
    package func watch(for events: Events) {
        guard events != self.events else { return }
        self.events = events
        // The kernel changes in place what it has; there is nothing that could run out.
        _ = source.withSource { sd_event_source_set_io_events($0, events.rawValue) }
    }

    /// Ends the watch: the handler is not called any more.
    ///
    /// May be called from the handler.
    package func cancel() { source.cancel() }
}
