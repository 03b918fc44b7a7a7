package import SlipwayVarlink

/// A reload that failed: the launch that was in service before it still is.
package struct FailedReload: Hashable, Sendable {
    /// Why the reload failed, in one line.
    package var reason: String
    /// When the reload failed: the time since 1970.
    package var date: Duration

    /// Creates the record of a failed reload.
    package init(reason: String, date: Duration) {
        self.reason = reason
        self.date = date
    }
}

extension FailedReload: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "FailedReload",
            "A reload that failed: the launch before it is still in service"
        )
    }

    package static var blank: Self { Self(reason: "", date: .zero) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Why it failed, in one line")
        try fields.required("reason", &reason, .message)
        fields.say("When it failed")
        try fields.required("failedRealtimeUSec", &date, .date)
    }
}
