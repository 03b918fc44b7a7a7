/// How far a plan had been declared at some moment.
struct PlanMark {
    private let declarations: Int
    private let policies: Int
    private let groups: Int
    private let actions: Int
    private let files: Int
    private let queueTable: Int
    private let edges: EdgeTable.Mark
    private let currentGroup: Int32
    private let name: String
    private let deadline: Duration?
    private let grace: Duration
    private let queues: QueueWidths

    init(_ plan: Plan) {
        declarations = plan.declarations.count
        policies = plan.policies.count
        groups = plan.groups.count
        actions = plan.actionDeclarations.count
        files = plan.files.count
        queueTable = plan.queueTable.count
        edges = plan.edges.mark
        currentGroup = plan.currentGroup
        name = plan.name
        deadline = plan.deadline
        grace = plan.grace
        queues = plan.queues
    }

    func restore(_ plan: inout Plan) {
        plan.declarations.removeLast(plan.declarations.count - declarations)
        plan.policies.removeLast(plan.policies.count - policies)
        plan.groups.removeLast(plan.groups.count - groups)
        plan.actionDeclarations.removeLast(plan.actionDeclarations.count - actions)
        plan.files.removeLast(plan.files.count - files)
        plan.queueTable.removeLast(plan.queueTable.count - queueTable)
        plan.edges.restore(edges)
        plan.currentGroup = currentGroup
        plan.name = name
        plan.deadline = deadline
        plan.grace = grace
        plan.queues = queues
    }
}
