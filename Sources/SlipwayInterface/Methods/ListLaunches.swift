package import SlipwayReport
package import SlipwayVarlink

extension Method {
    /// The launches of the history.
    package struct ListLaunches: LaunchMethod {
        package static let row = MethodRow(
            "ListLaunches",
            .observe,
            "The launches of the service that are kept, the last one first: this one, up to "
                + "\(KeptLimit.readyLaunches) that became ready of each kind of start and of reloads, and up to "
                + "\(KeptLimit.unreadyLaunches) that did not"
        )

        /// The most launches of one reply.
        package static let limit = 1000

        /// At most so many, from 1 to ``limit``.
        package var count: Int
        /// Only those before the launch with this identity; `nil` for the last ones.
        package var before: String?

        package init(count: Int = limit, before: String? = nil) {
            self.count = count
            self.before = before
        }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("At most so many, from 1 to \(Self.limit); absent for \(Self.limit)")
            try fields.defaulted("limit", &count, .count(in: 1...Self.limit))
            fields.say("Only those before the one with this identity; absent for the last ones")
            try fields.optional("before", &before, .name)
        }

        package struct Reply: Record, Hashable {
            package var launches: [LaunchSummary]

            package init(_ launches: [LaunchSummary]) { self.launches = launches }

            package static var blank: Self { Self([]) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("The last one first")
                try fields.required("launches", &launches, .list(.record(LaunchSummary.self)))
            }
        }
    }
}
