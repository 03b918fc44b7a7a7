internal import Slipway
internal import SlipwayInterface
internal import SlipwayVarlink

/// The output of `slipway graph --format json`; its help names every member.
struct PlanRecord: Hashable, Record {
    static let blank = PlanRecord(name: "", nodes: [])

    var name: String
    var nodes: [PlanNode]

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The name of the plan")
        try fields.required("name", &name, .text)
        fields.say("The operations and groups as they are declared, then the kinds of action")
        try fields.required("nodes", &nodes, .list(.record(PlanNode.self)))
    }
}

extension PlanRecord {
    init(_ plan: Plan) {
        name = plan.name
        nodes =
            plan.operations.map { PlanNode(kind: $0.isGroup ? .group : .operation, declared: $0) }
            + plan.actions.map { PlanNode(kind: .action, declared: $0) }
    }
}

/// An operation, a group or a kind of action.
struct PlanNode: Hashable, NamedRecord {
    enum Kind: String, CaseIterable {
        case operation, group, action
    }

    static let declaration = Declaration("Node", "An operation, a group or a kind of action")
    static let blank = PlanNode(
        kind: .operation,
        declared: OperationDeclaration(name: "", queue: .userInitiated)
    )

    var kind: Kind
    var declared: OperationDeclaration

    private var isAction: Bool { kind == .action }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its name")
        try fields.required("name", &declared.name, .text)
        fields.say("Whether it is an operation, a group or a kind of action")
        try fields.required("kind", &kind, .oneOf(Kind.self))
        declared.isGroup = kind == .group
        fields.say("Its queue; absent for a group")
        try fields.optional("queue", declared.isGroup ? nil : declared.queue, .queue) {
            if let queue = $0 { declared.queue = queue }
        }
        fields.say("The group that it is in; absent for none")
        try fields.optional("group", &declared.group, .text)
        fields.say("When it is due; absent for an action")
        try fields.optional("stage", isAction ? nil : declared.stage, .oneOf(Stage.self)) {
            declared.stage = $0 ?? .launch
        }
        fields.say("Its rank among several that are ready; absent for an action")
        let rank = isAction ? nil : Int(declared.priority.rawValue)
        try fields.optional("priority", rank, .count(in: -128...127)) {
            declared.priority = Priority(Int8(clamping: $0 ?? 0))
        }
        fields.say("Whether the launch goes on without it; absent for an action")
        try fields.optional("optional", isAction ? nil : declared.isOptional, .flag) {
            declared.isOptional = $0 ?? false
        }
        fields.say("The locks that it holds while it runs; absent for an action")
        try fields.optional("locks", isAction ? nil : declared.locks, .list(.lock)) {
            declared.locks = $0 ?? []
        }
        try visitDependencies(&fields)
        try visitOrigin(&fields)
    }

    private mutating func visitDependencies(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("The operations that must have succeeded before it starts")
        try fields.required("requires", &declared.requires, .list(.text))
        fields.say("The operations that must have ended, however, before it starts")
        try fields.required("after", &declared.after, .list(.text))
        fields.say("The condition on which it runs, in words; absent for none")
        try fields.optional("when", &declared.condition, .text)
        fields.say("How long an attempt may take; absent for as long as the launch")
        try fields.optional("timeoutUSec", &declared.timeout, .span)
        fields.say("How long all attempts may take; absent for as long as the launch")
        try fields.optional("budgetUSec", &declared.budget, .span)
        fields.say("How many attempts there are at most; absent for one")
        let limit = declared.attemptLimit
        try fields.optional("attempts", limit > 1 ? limit : nil, .count) {
            declared.attemptLimit = $0 ?? 1
        }
        fields.say("Whether something stands in for its value when it fails; absent if not")
        try fields.optional("fallback", declared.hasFallback ? true : nil, .flag) {
            declared.hasFallback = $0 ?? false
        }
    }

    private mutating func visitOrigin(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        var (file, line) = (declared.origin?.file, declared.origin?.line)
        var column = declared.origin?.column
        fields.say("The file that declares it; absent if that is not known")
        try fields.optional("file", &file, .text)
        fields.say("The line, from 1")
        try fields.optional("line", &line, .count)
        fields.say("The column, from 1; 0 if that is not known")
        try fields.optional("column", &column, .count)
        declared.origin = file.map { Origin(file: $0, line: line ?? 0, column: column ?? 0) }
    }
}
