package import Slipway
package import SlipwayVarlink

extension Method {
    /// The programs and what they use.
    package struct ListPrograms: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "ListPrograms",
            .observe,
            "The programs of the launch in service, in the order of their first start, and what each uses"
        )
        package init() {}

        package struct Reply: Record, Hashable {
            /// The zero of the times.
            package var processStart: Instant
            package var programs: [ListedProgram]

            package init(_ programs: [ListedProgram], since processStart: Instant) {
                self.programs = programs
                self.processStart = processStart
            }

            package static var blank: Self { Self([], since: Instant(nanoseconds: 0)) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say(
                    "When the process started, on the monotonic clock of the machine: the zero of all others"
                )
                try fields.zero("processStartUSec", &processStart)
                fields.say("The programs")
                try fields.required("programs", &programs, .list(.record(ListedProgram.self)))
            }
        }
    }
}

/// A program and what it uses.
package struct ListedProgram: Hashable, Sendable {
    /// The program.
    package var program: ProgramStatus
    /// What it uses; `nil` if it has no processes of its own, or if that cannot be found out.
    package var use: ProgramUse?

    /// Describes a program.
    package init(_ program: ProgramStatus, _ use: ProgramUse? = nil) {
        self.program = program
        self.use = use
    }
}

extension ListedProgram: NamedRecord {
    package static var declaration: Declaration {
        Declaration("ListedProgram", "A program and what it uses")
    }
    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The program")
        try fields.required("program", &program, .record(ProgramStatus.self))
        fields.say(
            "What it uses; absent without processes of its own, and if that could not be found out"
        )
        try fields.optional("use", &use, .record(ProgramUse.self))
    }
}
