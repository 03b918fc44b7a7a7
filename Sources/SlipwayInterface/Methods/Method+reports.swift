package import Slipway
internal import SlipwayJSON
package import SlipwayReport
package import SlipwayVarlink

/// The methods that show a launch.
extension Method {
    static let reports: [any LaunchMethod.Type] = [
        GetStatus.self, Watch.self, Explain.self, GetReport.self, ListLaunches.self,
    ]

    package struct GetStatus: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "GetStatus",
            .observe,
            "Where the launch is, in a few numbers and names: of a size that does not grow with it"
        )

        package init() {}

        package struct Reply: Record, Hashable {
            package var status: LaunchStatus

            package init(_ status: LaunchStatus) { self.status = status }

            package static var blank: Self { Self(.blank) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("The launch now")
                try fields.required("status", &status, .record(LaunchStatus.self))
            }
        }
    }

    package struct Watch: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "Watch",
            .observe,
            streams: true,
            "The launch as it happens. The first reply is the whole launch, then there is one for each "
                + "change, with one field set; the last one comes when the launch has ended. Without "
                + "'more', the first reply only"
        )

        package init() {}

        package typealias Reply = WatchReply
    }

    package struct Explain: LaunchMethod {
        package static let row = MethodRow(
            "Explain",
            .observe,
            "Why is it not ready: what blocks it, down to what runs now"
        )

        /// An operation, or an action's identity or kind; `nil` for the launch.
        package var name: String?

        package init(_ name: String? = nil) { self.name = name }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(
                "An operation, or an action's identity, its beginning or its kind, of at most 256 "
                    + "bytes; absent for the launch"
            )
            try fields.optional("name", &name, .name)
        }

        package struct Reply: Record, Hashable {
            package var explanation: Explanation

            package init(_ explanation: Explanation) { self.explanation = explanation }

            package static var blank: Self { Self(.blank) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("The chain of what blocks it")
                try fields.required("explanation", &explanation, .record(Explanation.self))
            }
        }
    }

    package struct GetReport: LaunchMethod {
        package static let row = MethodRow(
            "GetReport",
            .observe,
            "The launch with every operation and everything that is known about its times"
        )

        /// The number of wanted actions, of those that have not ended; `nil` for all actions.
        package var actions: Int?
        /// A launch of the history; `nil` for the one that is in service.
        package var launch: LaunchName?

        package init(actions: Int? = nil, launch: LaunchName? = nil) {
            self.actions = actions
            self.launch = launch
        }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(
                "At most so many of the actions, of those that have not ended: what runs first; "
                    + "absent for all that it knows"
            )
            try fields.optional("actions", &actions, .count)
            fields.say(
                "A launch that is kept: its identity or the beginning of that, or -1 for the last one "
                    + "before this, -2 for the one before that; absent, or 0, for this one"
            )
            try fields.optional("launch", launch?.text, .name) {
                launch = $0.map { LaunchName($0) }
            }
        }

        package struct Reply: Record, Hashable {
            package var launch: Report
            /// `nil` if the report has every action.
            package var counts: ActionCounts?
            /// The actions that have ended in this process; `nil` if the report has every action.
            package var ended: EndedActions?
            /// The number of the launch in this service, from 1.
            package var generation: Int
            /// The launch without its report; `nil` before the facts of its start are known.
            package var summary: LaunchSummary?
            /// Remarks about the service beside its launch.
            package var remarks: ServiceRemarks?
            /// The reload that is under way; `nil` for none.
            package var reload: RunningReload?

            package init(
                _ launch: Report,
                counting counts: ActionCounts? = nil,
                ended: EndedActions? = nil,
                generation: Int = 1,
                summary: LaunchSummary? = nil,
                remarks: ServiceRemarks? = nil,
                reload: RunningReload? = nil
            ) {
                self.launch = launch
                self.counts = counts
                self.ended = ended
                self.generation = generation
                self.summary = summary
                self.remarks = remarks
                self.reload = reload
            }

            package static var blank: Self { Self(.blank) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("The launch now")
                try fields.required("launch", &launch, .record(Report.self))
                fields.say("How many actions are where; absent if the launch has all of them")
                try fields.optional("actions", &counts, .record(ActionCounts.self))
                fields.say(
                    "How many actions have ended since the process began, reloads included; absent if the launch has "
                        + "all actions"
                )
                try fields.optional(
                    "endedActions",
                    ended?.list,
                    .list(.record(EndedActionCount.self))
                ) {
                    ended = $0.map { EndedActions($0) }
                }
                fields.say("The number of the launch in this service, from 1; absent for the first")
                try fields.defaulted("generation", &generation, .count)
                fields.say("What it began with, and how it ended; absent while that is not known")
                try fields.optional("recorded", &summary, .record(LaunchSummary.self))
                fields.say(
                    "What is to be said of the service beside its launch; absent for nothing"
                )
                try fields.optional("remarks", &remarks, .record(ServiceRemarks.self))
                fields.say("The reload that is under way; absent for none")
                try fields.optional("reload", &reload, .record(RunningReload.self))
            }
        }
    }
}
