package import SlipwayVarlink

extension Method {
    package struct Restart: LaunchMethod {
        package static let row = MethodRow(
            "Restart",
            .operate,
            "Stops the service in order and ends its process with status 75, after which the unit of the "
                + "package, or another manager that is told so, starts it anew; without a manager it stays "
                + "stopped. The reply comes before that. Takes the right to operate"
        )

        /// The next start runs optional operations too, whatever came before.
        package var isFull: Bool

        package init(isFull: Bool = false) { self.isFull = isFull }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(
                "Whether the starts before count no more, so that the next one is no safe mode; absent for no"
            )
            try fields.defaulted("full", &isFull, .flag)
        }

        package struct Reply: EmptyRecord, Hashable {
            package init() {}
        }
    }
}
