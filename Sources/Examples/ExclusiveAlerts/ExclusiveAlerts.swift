import Slipway

extension Lock {
    /// The alert that holds this lock has the middle of the screen.
    static let alert: Lock = "alert"
}

extension Plan {
    /// Shows a question and waits for its answer; no other alert is on the screen meanwhile.
    ///
    /// An operation of the main queue holds that queue until it ends, suspensions included. So the
    /// wait for the user is its own operation on another queue: the group keeps the lock, and the
    /// main queue continues.
    mutating func alert(
        _ question: String,
        after: [any Dependency],
        priority: Priority? = nil
    ) -> Handle<Bool> {
        group("alert '\(question)'", after: after, priority: priority, locks: [.alert]) { plan in
            let shown = plan.add("show '\(question)'", on: .main) {
                await Screen.show(question)
            }
            let answer = plan.add("answer '\(question)'", requires: [shown]) {
                try await User.answer(question)
            }
            return plan.add("close '\(question)'", reading: answer, on: .main) { answer in
                await Screen.close(question)
                return answer
            }
        }
    }
}

/// Asks three questions one after another, while the main queue continues its work.
///
/// Among waiting questions, the urgent one comes first.
@main struct ExclusiveAlerts {
    static func main() throws {
        var plan = Plan("alerts")
        let window = plan.add("window", on: .main) { await Screen.open() }
        _ = plan.alert("Do you like it?", after: [window], priority: .low)
        _ = plan.alert("Send reports?", after: [window])
        let update = plan.alert("Update now?", after: [window], priority: .high)
        plan.add("update", reading: update, on: .main) { isWanted, _ in
            print(isWanted ? "updating" : "not updating")
        }
        // Not an alert: needs the main queue, but not the lock.
        var previous = window
        for number in 1...5 {
            previous = plan.add("layout-\(number)", on: .main, requires: [previous]) {
                await Screen.layOut(number)
            }
        }
        try Launch(Graph(plan)).runOnMainThread(until: .ready)
    }
}
