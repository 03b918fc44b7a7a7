import ArgumentParser
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayPictures
import SlipwayReport
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// The records that commands print and the socket does not have: what is written comes back.
struct RecordTests {
    private static func expectBack(_ record: some Record & Equatable) throws {
        #expect(try type(of: record).init(record.json()) == record)
    }

    private static let changes: [Advice.Change] = [
        .width(.named("net"), 4), .priorities(["sdk", "token"]), .later("ads", after: ["sdk"]),
        .sooner("token", without: ["ads"]), .background("ads"),
    ]

    @Test(arguments: changes) func adviceComesBack(change: Advice.Change) throws {
        var gain = Advice.Gain.blank
        (gain.operation, gain.run, gain.gain) = ("sdk", .seconds(2), .milliseconds(-3))
        (gain.isOnChain, gain.isLowerBound) = (true, true)
        var proposal = Advice.Proposal.blank
        (proposal.change, proposal.gain) = (change, .milliseconds(400))
        (proposal.worstLoss, proposal.lines) = (.milliseconds(2), ["queues:", "  net: 4"])
        var edge = Advice.Edge.blank
        (edge.operation, edge.after) = ("token", "ads")
        var advice = Advice.blank
        (advice.launches, advice.launchID, advice.ready) = (3, "42", .seconds(5))
        (advice.replayed, advice.faster, advice.useless) = (.seconds(4), [gain], [.blank])
        (advice.proposals, advice.unneeded) = ([proposal], [edge])
        try Self.expectBack(advice)
    }

    @Test func aProposalHasTheFieldsOfItsKind() {
        let fields = Self.changes.map { change -> [String] in
            var proposal = Advice.Proposal.blank
            proposal.change = change
            return proposal.object().keys
        }
        let rest = ["gainUSec", "worstLossUSec", "yaml"]
        #expect(
            fields == [
                ["kind", "queue", "width"] + rest, ["kind", "operations"] + rest,
                ["kind", "operation", "after"] + rest, ["kind", "operation", "without"] + rest,
                ["kind", "operation"] + rest,
            ]
        )
    }

    @Test func aComparisonComesBack() throws {
        var change = LaunchComparison.Change.blank
        (change.operation, change.presence) = ("sdk", .new)
        (change.firstShare, change.secondShare) = (.milliseconds(9), .milliseconds(4))
        (change.wait, change.run) = (.milliseconds(-2), .milliseconds(3))
        change.results = .init(first: "succeeded", second: "failed")
        var swap = LaunchComparison.Swap.blank
        (swap.queue, swap.earlier, swap.later) = (.named("net"), "ads", "sdk")
        var comparison = LaunchComparison.blank
        (comparison.first, comparison.second) = ("41", "42")
        (comparison.firstReady, comparison.secondReady) = (.seconds(5), .seconds(4))
        (comparison.changes, comparison.swaps) = ([change, .blank], [swap])
        try Self.expectBack(comparison)
        #expect(comparison.json()["differenceUSec"] == -1_000_000)
    }

    @Test func aHistoryComesBack() throws {
        let launches = [1, 2].map { number -> RecordedLaunch in
            var launch = RecordedLaunch(Reports.ready, start: .warm, startedAt: 1_790_000_000)
            launch.generation = number
            return launch
        }
        let listed = ListedLaunch(
            summary: LaunchSummary(launches[0]),
            restarts: ["web": 3],
            replacedBy: "42"
        )
        let statistics = LaunchStatistics.all(of: launches)
        #expect(!statistics.isEmpty)
        try Self.expectBack(
            HistoryRecord(launches: [listed, .blank], statistics: statistics + [.blank])
        )
    }

    @Test func aTimeThatIsNotThereIsNull() throws {
        let series = DurationSeries([.milliseconds(3), nil])
        #expect(
            series.json().compact
                == #"{"p50USec":3000,"p95USec":3000,"lastUSec":3000,"eachUSec":[3000,null]}"#
        )
        #expect(
            DurationSeries([nil]).json().compact
                == #"{"p50USec":null,"p95USec":null,"lastUSec":null,"eachUSec":[null]}"#
        )
        try Self.expectBack(series)
        try Self.expectBack(DurationSeries([nil]))
    }

    /// A node that has every field.
    private static var node: PlanNode {
        var node = PlanNode.blank
        (node.declared.name, node.declared.queue, node.declared.group) = ("sdk", .main, "login")
        (node.declared.stage, node.declared.priority) = (.background, .high)
        (node.declared.isOptional, node.declared.locks) = (true, [Lock("disk")])
        (node.declared.requires, node.declared.after) = (["token"], ["ads"])
        (node.declared.condition, node.declared.attemptLimit) = ("flag 'beta'", 3)
        (node.declared.timeout, node.declared.budget) = (.seconds(3), .seconds(9))
        node.declared.hasFallback = true
        node.declared.origin = Origin(file: "slipway.yaml", line: 3, column: 7)
        return node
    }

    @Test func aPlanComesBack() throws {
        var group = PlanNode.blank
        (group.kind, group.declared.isGroup, group.declared.name) = (.group, true, "login")
        var action = PlanNode.blank
        (action.kind, action.declared.name, action.declared.queue) = (.action, "open", .main)
        try Self.expectBack(PlanRecord(name: "shop", nodes: [Self.node, group, action]))
    }

    @Test func theHelpOfGraphNamesEveryMember() {
        let help = Graph.configuration.discussion
        for name in Self.node.object().keys { #expect(help.contains("'\(name)'"), "\(name)") }
    }

    @Test func aWhatIfComesBack() throws {
        let answers: [WhatIf.Answer] = [
            .runs(after: .seconds(2)), .waits(operation: "sdk"), .fails(operation: "sdk"),
            .fails(operation: nil), .nextLaunch,
        ]
        var row = WhatIf.Row.blank
        (row.operation, row.trouble, row.ending) = ("sdk", .hangs, .failed)
        (row.after, row.reason, row.skipped) = (.seconds(30), "too late", ["token"])
        row.isUnbounded = true
        row.actions = answers.enumerated().map { number, answer in
            var kind = WhatIf.Kind.blank
            (kind.name, kind.answer) = ("kind\(number)", answer)
            return kind
        }
        var whatIf = WhatIf.blank
        (whatIf.rows, whatIf.deadline, whatIf.notNeeded) = ([.blank, row], .seconds(30), ["beta"])
        try Self.expectBack(
            WhatIfRecord(
                whatIf: whatIf,
                broken: [BrokenRequirement(requirement: "ready within 30s", rows: [row])]
            )
        )
    }
}

private typealias WhatIf = SlipwayPictures.WhatIf
private typealias Graph = SlipwayCommand.Graph
