@testable import Slipway

/// What a ``MachineDriver`` has seen of a launch, in its own words: what the rules are checked
/// against.
struct Seen {
    /// How each operation ended that did.
    var ended: [Int: Outcome] = [:]
    /// Attempts that began.
    var attempts: [Int: Int] = [:]
    /// When the next attempt may begin.
    var nextAttempt: [Int: Instant] = [:]
    /// When the first one began.
    var firstAttempt: [Int: Instant] = [:]
    /// Those whose last attempt failed, or condition could not be evaluated.
    var failed: Set<Int> = []
    var succeeded: Set<Int> = []
    var holds: Set<Int> = []
    var doesNotHold: Set<Int> = []
    var fellBack: Set<Int> = []
    /// What ended while its condition was evaluated, so that the answer does not matter.
    var given: Set<Int> = []
    var askedAt: [Int: Instant] = [:]
    /// Groups that began and have not ended.
    var openGroups: Set<Int> = []
    /// Groups in which nothing may begin any more.
    var closedGroups: Set<Int> = []
    /// Groups that have just ended.
    var endedGroups: [Int] = []
    /// Operations with a `stop` that succeeded, in order of ending.
    var toTearDown: [Int] = []
    /// Operations that were declared with a fallback.
    var withFallback: Set<Int> = []
    var isReady = false
    var isStopping = false
    var isAskedToStop = false
    var isPaused = false
    var pausedQueues: Set<Int> = []
    var lastEvent = Instant(nanoseconds: .min)

    /// The effective priority of each operation.
    var levels: [Int: Int8] = [:]
    /// For each operation, how many follow it on the longest path, as far as was known when it was
    /// declared or added.
    var paths: [Int: Int] = [:]

    init(_ topology: Topology) {
        let all = Array(0..<topology.count)
        for index in all {
            levels[index] = topology.operations[index].options.priority.rawValue
            paths[index] = 0
            if topology.operations[index].options.hasFallback { withFallback.insert(index) }
        }
        spread(over: all, topology, alsoLevels: true)
    }

    /// What waits for what, until nothing changes any more.
    private mutating func spread(over indices: [Int], _ topology: Topology, alsoLevels: Bool) {
        let isOwn = Set(indices)
        var isMoving = true
        while isMoving {
            isMoving = false
            for index in indices where !topology.operations[index].isAction {
                let step = topology.operations[index].isGroup ? 0 : 1
                for other in waitsFor(index, topology) where isOwn.contains(other) {
                    if alsoLevels, levels[other, default: 0] < levels[index, default: 0] {
                        levels[other] = levels[index]
                        isMoving = true
                    }
                    let path = paths[index, default: 0] + step
                    if paths[other, default: 0] < path {
                        paths[other] = path
                        isMoving = true
                    }
                }
            }
        }
    }

    private func waitsFor(_ index: Int, _ topology: Topology) -> [Int] {
        let around = topology.groups(around: index).flatMap { topology.operations[$0].dependencies }
        return (topology.operations[index].dependencies + around).map(\.index)
            + topology.operations[index].children
    }

    /// A place is another operation's from now on.
    mutating func forget(_ place: Int) {
        ended[place] = nil
        attempts[place] = nil
        nextAttempt[place] = nil
        firstAttempt[place] = nil
        failed.remove(place)
        succeeded.remove(place)
        holds.remove(place)
        doesNotHold.remove(place)
        fellBack.remove(place)
        given.remove(place)
        withFallback.remove(place)
        openGroups.remove(place)
        closedGroups.remove(place)
    }

    /// Operations were added: they are as urgent as the group they are in, and what they wait for
    /// is as urgent as they are.
    mutating func add(
        _ places: [Int],
        _ topology: Topology,
        ended: (Int) -> Bool,
        begun: (Int) -> Bool
    ) {
        for place in places {
            levels[place] = topology.operations[place].options.priority.rawValue
            if topology.operations[place].options.hasFallback { withFallback.insert(place) }
            let around = topology.groups(around: place).first { !places.contains($0) }
            paths[place] = around.map { paths[$0, default: 0] } ?? 0
        }
        spread(over: places, topology, alsoLevels: true)
        for place in places {
            if let group = topology.operations[place].group, !places.contains(group) {
                raise([place], to: levels[group, default: 0], topology, ended, begun)
            }
        }
        for place in places {
            let others = topology.operations[place].dependencies.map(\.index)
            raise(others, to: levels[place, default: 0], topology, ended, begun)
        }
    }

    mutating func raise(
        _ indices: [Int],
        to level: Int8,
        _ topology: Topology,
        _ ended: (Int) -> Bool,
        _ begun: (Int) -> Bool
    ) {
        var open = indices
        while let index = open.popLast() {
            guard levels[index, default: 0] < level, !ended(index) else { continue }
            levels[index] = level
            open +=
                topology.operations[index].dependencies.map(\.index)
                + topology.operations[index].children
            for group in topology.groups(around: index) where !begun(group) {
                open += topology.operations[group].dependencies.map(\.index)
            }
        }
    }
}
