package import Slipway
package import SlipwayVarlink

/// The methods about programs.
extension Method {
    static let programs: [any LaunchMethod.Type] = [
        ListPrograms.self, StartProgram.self, StopProgram.self, RestartProgram.self,
    ]

    package struct StartProgram: ProgramMethod {
        package static let row = MethodRow(
            "StartProgram",
            .operate,
            "Starts a program that was stopped or has ended. The reply comes when it is ready. Takes the "
                + "right to operate"
        )
        package var name: String
        package init(_ name: String) { self.name = name }
    }

    package struct StopProgram: ProgramMethod {
        package static let row = MethodRow(
            "StopProgram",
            .operate,
            "Ends a program with all its processes, and leaves it stopped. The reply comes when they are "
                + "gone. Takes the right to operate"
        )
        package var name: String
        package init(_ name: String) { self.name = name }
    }

    package struct RestartProgram: ProgramMethod {
        package static let row = MethodRow(
            "RestartProgram",
            .operate,
            "Ends a program with all its processes, if it runs, and starts it. The reply comes when it is "
                + "ready. Takes the right to operate"
        )
        package var name: String
        package init(_ name: String) { self.name = name }
    }
}

/// A method about one program.
package protocol ProgramMethod: LaunchMethod where Reply == ProgramReply {
    var name: String { get set }
    init(_ name: String)
}

extension ProgramMethod {
    package static var blank: Self { Self("") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The program, of at most 256 bytes")
        try fields.required("name", &name, .name)
    }
}

/// A program after a call about it.
package struct ProgramReply: Record, Hashable {
    package var program: ProgramStatus
    /// The files of the configuration that are not as they were when it was loaded; only after a restart.
    package var changedFiles: [String]

    package init(_ program: ProgramStatus, changedFiles: [String] = []) {
        self.program = program
        self.changedFiles = changedFiles
    }

    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The program now")
        try fields.required("program", &program, .record(ProgramStatus.self))
        fields.say(
            "After a restart, the files of the configuration that have changed since it was loaded, which a restart "
                + "does not bring in; absent for none"
        )
        try fields.defaulted("changedFiles", &changedFiles, .list(.text))
    }
}
