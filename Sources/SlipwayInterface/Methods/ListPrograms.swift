package import Slipway
package import SlipwayVarlink

extension Method {
    /// The programs and what they use.
    package struct ListPrograms: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "ListPrograms",
            .observe,
            "The programs of the launch in service, in the order of their first start, and what each takes"
        )
        package init() {}

        package struct Reply: Record, Hashable {
            /// The zero of the times.
            package var processStart: Instant
            package var programs: [ProgramStatus]

            package init(_ programs: [ProgramStatus], since processStart: Instant) {
                self.programs = programs
                self.processStart = processStart
            }

            package static var blank: Self { Self([], since: Instant(nanoseconds: 0)) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say(
                    "When the process started, on the monotonic clock of the machine: the zero of all others"
                )
                try fields.zero("processStartUSec", &processStart)
                fields.say("The programs, with what each takes, where it has processes of its own")
                try fields.required("programs", &programs, .list(.record(ProgramStatus.self)))
            }
        }
    }
}
