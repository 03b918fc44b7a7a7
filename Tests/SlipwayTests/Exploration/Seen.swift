@testable import Slipway

/// The state of a launch as a ``MachineDriver`` has seen it; the rules are checked against it.
struct Seen {
    /// The outcome of each operation that has ended.
    var ended: [Int: Outcome] = [:]
    /// The number of attempts that have begun.
    var attempts: [Int: Int] = [:]
    /// When the next attempt may begin.
    var nextAttempt: [Int: Instant] = [:]
    /// When the first attempt began.
    var firstAttempt: [Int: Instant] = [:]
    /// Operations whose last attempt failed, or whose condition could not be evaluated.
    var failed: Set<Int> = []
    var succeeded: Set<Int> = []
    var holds: Set<Int> = []
    var doesNotHold: Set<Int> = []
    var fellBack: Set<Int> = []
    /// Operations that ended while their condition was evaluated, so that the result is ignored.
    var given: Set<Int> = []
    var askedAt: [Int: Instant] = [:]
    /// Operations that were asked to give up for another launch, and begin anew once they do.
    var putBack: Set<Int> = []
    /// Groups that have begun and not ended.
    var openGroups: Set<Int> = []
    /// Groups in which no operation may begin any more.
    var closedGroups: Set<Int> = []
    /// Groups that have just ended.
    var endedGroups: [Int] = []
    /// Operations with a `stop` that succeeded, in order of ending.
    var toTearDown: [Int] = []
    /// The operations that were torn down, or given up.
    var tornDown: Set<Int> = []
    /// Parts of which that did not succeed.
    var inVain: Set<Int> = []
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
    /// For each operation, the length of the longest path behind it, as known at its declaration or
    /// addition.
    var paths: [Int: Int] = [:]

    init(_ topology: Topology) {
        let all = Array(0..<topology.count)
        for index in all {
            levels[index] = topology.operations[index].options.rank.rawValue
            paths[index] = 0
            if topology.operations[index].options.hasFallback { withFallback.insert(index) }
        }
        spread(over: all, topology, alsoLevels: true)
    }

    /// Spreads priorities and path lengths along the edges until nothing changes.
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
        let around = topology.groups(around: index).flatMap { topology.dependencies[$0] }
        return (topology.dependencies[index] + around).map(\.index)
            + topology.operations[index].children
    }

    /// Another operation has the index from now on.
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
        putBack.remove(place)
        withFallback.remove(place)
        openGroups.remove(place)
        closedGroups.remove(place)
        toTearDown.removeAll { $0 == place }
        tornDown.remove(place)
        inVain.remove(place)
    }

    /// Its group is tried again, and it begins anew.
    mutating func renew(_ place: Int) {
        let hasFallback = withFallback.contains(place)
        forget(place)
        if hasFallback { withFallback.insert(place) }
    }

    /// Operations were added: they are as urgent as their group, and their dependencies are as
    /// urgent as they are.
    mutating func add(
        _ slots: [Int],
        _ topology: Topology,
        ended: (Int) -> Bool,
        begun: (Int) -> Bool
    ) {
        for place in slots {
            levels[place] = topology.operations[place].options.rank.rawValue
            if topology.operations[place].options.hasFallback { withFallback.insert(place) }
            let around = topology.groups(around: place).first { !slots.contains($0) }
            paths[place] = around.map { paths[$0, default: 0] } ?? 0
        }
        spread(over: slots, topology, alsoLevels: true)
        for place in slots {
            if let group = topology.operations[place].group, !slots.contains(group) {
                raise([place], to: levels[group, default: 0], topology, ended, begun)
            }
        }
        for place in slots {
            var others = topology.dependencies[place].map(\.index)
            for group in topology.groups(around: place) where !begun(group) {
                others += topology.dependencies[group].map(\.index)
            }
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
                topology.dependencies[index].map(\.index)
                + topology.operations[index].children
            for group in topology.groups(around: index) where !begun(group) {
                open += topology.dependencies[group].map(\.index)
            }
        }
    }
}
