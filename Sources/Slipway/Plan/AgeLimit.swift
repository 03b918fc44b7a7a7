/// The age up to which a stored value stands in.
package struct AgeLimit: Hashable, Sendable {
    package var maximum: Duration
    /// A value whose age is not known stands in, too.
    package var acceptsUnknown: Bool

    package init(_ maximum: Duration, acceptsUnknown: Bool = false) {
        self.maximum = maximum
        self.acceptsUnknown = acceptsUnknown
    }

    /// Why a value of this age does not stand in; `nil` if it does.
    func refusal(of age: Duration?) -> String? {
        guard let age else {
            return acceptsUnknown
                ? nil
                : "the age of the kept value is not known, as the clock was not set, or was set back"
        }
        guard age > maximum else { return nil }
        return "the kept value is \(age.timespan) old, older than \(maximum.timespan)"
    }
}
