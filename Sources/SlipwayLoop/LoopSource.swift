internal import CSystemd
internal import SlipwaySystem

/// What the sources have in common: libsystemd's source and what it calls, until it is cancelled.
@Loop
final class LoopSource<Handler> {
    private var source: OpaquePointer?
    /// What is called; `nil` once the source was cancelled.
    private(set) var handler: Handler?

    /// Adds a source: `add` gets the loop, where to put the source, and what to hand to its
    /// callback, which finds the handler again with ``LoopSource/handler(of:)``.
    init(
        _ handler: Handler,
        _ operation: String,
        add: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(LoopError) {
        self.handler = handler
        guard let event = LoopExecutor.shared.event else {
            preconditionFailure("the loop runs before anything is isolated to it")
        }
        // libsystemd's reference, given back when the source goes.
        let reference = Unmanaged.passRetained(self)
        let result = add(event, &source, reference.toOpaque())
        guard result >= 0 else {
            reference.release()
            throw LoopError(operation, ErrorNumber(-result))
        }
        sd_event_source_set_destroy_callback(source) { pointer in
            guard let pointer else { return }
            Unmanaged<AnyObject>.fromOpaque(pointer).release()
        }
    }

    /// Calls `body` with libsystemd's source, unless it was cancelled: 0 then.
    func withSource(_ body: (OpaquePointer) -> Int32) -> Int32 {
        source.map(body) ?? 0
    }

    var isCancelled: Bool { source == nil }

    /// Ends the source: its handler is not called any more, and is let go of.
    func cancel() {
        guard let source else { return }
        self.source = nil
        handler = nil
        sd_event_source_disable_unref(source)
    }

    /// The handler of the source that a callback got.
    nonisolated static func of(_ pointer: UnsafeMutableRawPointer?) -> LoopSource<Handler>? {
        pointer.map { Unmanaged<LoopSource<Handler>>.fromOpaque($0).takeUnretainedValue() }
    }
}
