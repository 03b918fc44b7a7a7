internal import CSystemd
internal import SlipwaySystem

/// The common part of all sources: libsystemd's source and its handler, until it is cancelled.
@Loop
final class LoopSource<Handler> {
    private var source: OpaquePointer?
    /// The handler; `nil` once the source is cancelled.
    private(set) var handler: Handler?

    /// Adds a source.
    ///
    /// `add` gets the loop, the place for the source, and the pointer for its callback, from which
    /// ``LoopSource/of(_:)`` finds this object again.
    init(
        _ handler: Handler,
        _ operation: String,
        add: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(LoopError) {
        self.handler = handler
        guard let event = LoopExecutor.shared.event else {
            preconditionFailure("the loop runs before anything is isolated to it")
        }
        // libsystemd's reference, released when the source is destroyed.
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

    /// Calls `body` with libsystemd's source; returns 0 if it was cancelled.
    func withSource(_ body: (OpaquePointer) -> Int32) -> Int32 {
        source.map(body) ?? 0
    }

    var isCancelled: Bool { source == nil }

    /// Ends the source and releases its handler, which is not called any more.
    func cancel() {
        guard let source else { return }
        self.source = nil
        handler = nil
        sd_event_source_disable_unref(source)
    }

    /// The source whose callback got the pointer.
    nonisolated static func of(_ pointer: UnsafeMutableRawPointer?) -> LoopSource<Handler>? {
        pointer.map { Unmanaged<LoopSource<Handler>>.fromOpaque($0).takeUnretainedValue() }
    }
}
