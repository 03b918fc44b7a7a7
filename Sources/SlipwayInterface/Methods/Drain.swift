package import SlipwayVarlink

extension Method {
    package struct Drain: LaunchMethod {
        package static let row = MethodRow(
            "Drain",
            .operate,
            "Lets nothing start any more, as PauseQueue does without a queue, and replies once no launch "
                + "action runs. What is sent meanwhile is accepted, and waits: for ResumeQueue, or for the "
                + "next launch. Takes the right to operate"
        )

        /// The waiting actions are to run before everything is paused.
        package var includesWaiting: Bool

        package init(includesWaiting: Bool = false) { self.includesWaiting = includesWaiting }

        package static var blank: Drain { Drain() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(
                "Whether what waits is to run before that: nothing is paused until every action has ended "
                    + "that can, which one that a pause holds cannot; absent for no"
            )
            try fields.defaulted("waiting", &includesWaiting, .flag)
        }

        package struct Reply: Record, Hashable {
            /// The number of actions that wait for a later time.
            package var waiting: Int

            package init(waiting: Int) { self.waiting = waiting }

            package static var blank: Self { Self(waiting: 0) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("How many launch actions wait")
                try fields.required("waiting", &waiting, .count)
            }
        }
    }
}
