package import SlipwayVarlink

/// What a program and all that it started use now.
package struct ProgramUse: Hashable, Sendable {
    /// The number of processes.
    package var processes: Int
    /// The memory that they have in RAM, in bytes; what several of them share counts for each.
    package var memory: Int
    /// Their CPU time, with that of processes that ended and were waited for by one of them.
    package var cpu: Duration

    /// Describes a use.
    package init(processes: Int, memory: Int, cpu: Duration) {
        self.processes = processes
        self.memory = memory
        self.cpu = cpu
    }
}

extension ProgramUse: NamedRecord {
    package static var declaration: Declaration {
        Declaration("ProgramUse", "What a program and all that it started use now")
    }
    package static var blank: Self { Self(processes: 0, memory: 0, cpu: .zero) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("How many processes there are")
        try fields.required("processes", &processes, .count)
        fields.say("The memory that they have in RAM; what several of them share counts for each")
        try fields.required("memoryBytes", &memory, .count)
        fields.say(
            "Their CPU time, with that of processes that ended and were waited for by one of them"
        )
        try fields.required("cpuUSec", &cpu, .span)
    }
}
