/// An instant that may not be known yet, in eight bytes.
@propertyWrapper
struct CompactInstant: Sendable {
    private var nanoseconds = Int64.min

    init() {}

    @inline(__always)
    var wrappedValue: Instant? {
        get { nanoseconds == .min ? nil : Instant(nanoseconds: nanoseconds) }
        set { nanoseconds = newValue?.nanoseconds ?? .min }
    }
}
