internal import CSystemd
internal import SlipwaySystem

/// Calls a handler whenever a descriptor is ready.
///
/// Level-triggered: the handler is called again as long as the descriptor is ready. The watch does
/// not own the descriptor: cancel the watch before closing the descriptor. The watch lives until
/// ``cancel()``, even without other references.
@Loop
package final class DescriptorWatch {
    /// The events of a descriptor.
    package struct Events: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is something to read, or the end.
        package static let readable = Events(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        package static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// The peer is gone; always reported.
        package static let hungUp = Events(rawValue: EPOLLHUP.rawValue)
        /// The descriptor has failed; always reported.
        package static let failed = Events(rawValue: EPOLLERR.rawValue)
    }

    private typealias Source = LoopSource<@Loop (Events) -> Void>
    private let source: Source

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - descriptor: A socket, a pipe, a pidfd or an eventfd.
    ///   - events: What to watch for, besides the events that are always reported.
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

    /// The events that are watched for.
    package private(set) var events: Events

    /// Changes what is watched for; does nothing after ``cancel()``.
    package func watch(for events: Events) {
        guard events != self.events else { return }
        self.events = events
        // The kernel changes its entry in place, which cannot fail for lack of memory.
        _ = source.withSource { sd_event_source_set_io_events($0, events.rawValue) }
    }

    /// Ends the watch: the handler is not called any more.
    ///
    /// May be called from the handler.
    package func cancel() { source.cancel() }
}
