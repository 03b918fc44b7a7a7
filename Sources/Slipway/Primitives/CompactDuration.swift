/// A duration that may not be given, in eight bytes: whole nanoseconds, at most 292 years.
@propertyWrapper
struct CompactDuration: Sendable {
    private var nanoseconds = Int64.min

    init(wrappedValue: Duration?) { self.wrappedValue = wrappedValue }

    var wrappedValue: Duration? {
        get { nanoseconds == .min ? nil : .nanoseconds(nanoseconds) }
        set { nanoseconds = newValue.map { max($0.nanoseconds, .min + 1) } ?? .min }
    }
}
