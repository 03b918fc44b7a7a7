package import Slipway
package import SlipwayVarlink

extension ResourceUse: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "ResourceUse",
            "How much a program takes: as its control group counts it, or as its processes say"
        )
    }
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say(
            "The bytes of memory that it has now, of which without a control group what several processes share "
                + "counts for each; absent if that is not known"
        )
        try fields.optional("memory", &memory, .count)
        fields.say(
            "The time of processors that it has had since its last start, without a control group that of the "
                + "processes that it has, and of those that they waited for; absent if that is not known"
        )
        try fields.optional("processorUSec", &processorTime, .span)
        fields.say("The processes that it has now; absent where they were not looked for")
        try fields.optional("processes", &processes, .count)
        fields.say("The processes and threads that it has now; absent if they are not counted")
        try fields.optional("tasks", &tasks, .count)
        fields.say(
            "How long at least one of them has waited for memory since its last start; absent if that is not "
                + "counted"
        )
        try fields.optional("memoryWaitUSec", &memoryWait, .span)
    }
}
