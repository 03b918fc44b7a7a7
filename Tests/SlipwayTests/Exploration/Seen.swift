@testable import Slipway

/// What a ``MachineDriver`` has seen of a launch, in its own words: what the rules are checked
/// against.
struct Seen {
    /// How each node ended that did; without the places where groups begin.
    var ended: [Int: Outcome] = [:]
    /// Attempts that began.
    var attempts: [Int: Int] = [:]
    /// When the next attempt may begin.
    var nextAttempt: [Int: Instant] = [:]
    /// When the first one began.
    var firstAttempt: [Int: Instant] = [:]
    /// Whose last attempt failed, or condition could not be evaluated.
    var failed: Set<Int> = []
    var succeeded: Set<Int> = []
    var holds: Set<Int> = []
    var doesNotHold: Set<Int> = []
    var fellBack: Set<Int> = []
    /// What ended while its condition was evaluated, so that the answer does not matter.
    var given: Set<Int> = []
    var askedAt: [Int: Instant] = [:]
    /// Groups, by number, that began and have not ended.
    var openGroups: Set<Int> = []
    /// Groups in which nothing may begin any more.
    var closedGroups: Set<Int> = []
    /// Groups that have just ended.
    var endedGroups: [Int] = []
    /// Operations with a `stop` that succeeded, in order of ending.
    var toTearDown: [Int] = []
    var isReady = false
    var isStopping = false
    var isAskedToStop = false
    var isCancelledByHand = false
    var isPaused = false
    var pausedLanes: Set<Int> = []
    var lastEvent = Int64.min

    /// The effective priority of each node.
    var levels: [Int8] = []
    /// For each operation, how many follow it on the longest path, as far as was known when it was
    /// declared or added.
    var paths: [Int] = []

    init(_ topology: Topology) {
        levels = (0..<topology.nodeCount).map { Seen.ownPriority(of: $0, topology) }
        paths = Array(repeating: 0, count: topology.nodeCount)
        let operations = topology.graph.operationCount
        var isMoving = true
        while isMoving {
            isMoving = false
            for node in (0..<operations).reversed() {
                for link in topology.dependencies(of: node) {
                    if levels[link.node] < levels[node] {
                        levels[link.node] = levels[node]
                        isMoving = true
                    }
                    if paths[link.node] < paths[node] + 1 {
                        paths[link.node] = paths[node] + 1
                        isMoving = true
                    }
                }
            }
        }
    }

    private static func ownPriority(of node: Int, _ topology: Topology) -> Int8 {
        let graph = topology.graph
        if node >= graph.operationCount, node < graph.nodeCount {
            return graph.plan.actionDeclarations[node - graph.operationCount].priority.rawValue
        }
        return topology.declaration(of: node).priority.rawValue
    }

    /// Operations were added: they are as urgent as the group they are in, and what they wait for
    /// is as urgent as they are.
    mutating func add(_ topology: Topology, from first: Int, ended: (Int) -> Bool) {
        for node in first..<topology.nodeCount {
            levels.append(Self.ownPriority(of: node, topology))
        }
        let added = first..<topology.nodeCount
        addPaths(of: added, topology)
        for node in added {
            let group = topology.group(of: node)
            guard group >= 0, !added.contains(topology.groups[group].exit) else { continue }
            raise([node], to: levels[topology.groups[group].exit], topology, ended)
        }
        for node in added {
            raise(topology.dependencies(of: node).map(\.node), to: levels[node], topology, ended)
        }
    }

    private mutating func addPaths(of added: Range<Int>, _ topology: Topology) {
        for node in added {
            let group = topology.group(of: node)
            let isInside = group >= 0 && !added.contains(topology.groups[group].exit)
            let isEntry = topology.declaration(of: node).kind == .groupEntry
            paths.append(isInside && !isEntry ? paths[topology.groups[group].exit] + 1 : 0)
        }
        var isMoving = true
        while isMoving {
            isMoving = false
            for node in added.reversed() {
                for link in topology.dependencies(of: node) where added.contains(link.node) {
                    guard paths[link.node] < paths[node] + 1 else { continue }
                    paths[link.node] = paths[node] + 1
                    isMoving = true
                }
            }
        }
    }

    mutating func raise(
        _ nodes: [Int],
        to level: Int8,
        _ topology: Topology,
        _ ended: (Int) -> Bool
    ) {
        var waiting = nodes
        while let node = waiting.popLast() {
            guard levels[node] < level, !ended(node) else { continue }
            levels[node] = level
            waiting += topology.dependencies(of: node).map(\.node)
            guard let group = topology.groupAt[node], topology.groups[group].exit == node else {
                continue
            }
            // The end of a group also waits for what was added to it.
            waiting += (topology.base..<topology.nodeCount).filter {
                topology.group(of: $0) == group
            }
        }
    }
}
