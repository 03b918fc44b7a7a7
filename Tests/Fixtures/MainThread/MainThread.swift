import CSlipway
import Glibc
import Slipway

/// Prints the threads on which bodies run in a launch on the process's first thread; a test reads
/// the lines.
///
/// A test process cannot do that itself: its first thread is the test runner's.
@main
enum MainThread {
    static func main() throws {
        var plan = Plan("main-thread")
        let first = plan.add("suspending", on: .main) { _ async throws -> Bool in
            let before = isFirst()
            try await Task.sleep(for: .milliseconds(1))
            let between = isFirst()
            await Elsewhere().visit()
            return before && between && isFirst()
        }
        let second = plan.add("blocking", on: .main) { _ in isFirst() }
        let actor = plan.add("main-actor") { _ async in await onMainActor() }
        let isolated = plan.add("isolated", on: .main) { @MainActor in LegacySDK.start() }
        let waiting = plan.add("waiting", on: .main) { @MainActor context in
            try await context.sleep(for: .milliseconds(1))
            return LegacySDK.start()
        }
        let reading = plan.add("reading", reading: isolated, on: .main) { @MainActor before in
            before && LegacySDK.start()
        }
        let other = plan.add("user-initiated") { _ async in isFirst() }
        let stopped = plan.add(
            "stopped",
            on: .main,
            teardown: { (_: Void) async in
                print("stop first=\(isFirst())")
            }
        ) { _ in }
        plan.add(
            "say",
            requires: [first, second, actor, isolated, waiting, reading, other, stopped]
        ) { context in
            print("suspending first=\(try context.output(of: first))")
            print("blocking first=\(try context.output(of: second))")
            print("main-actor first=\(try context.output(of: actor))")
            print("isolated first=\(try context.output(of: isolated))")
            print("waiting first=\(try context.output(of: waiting))")
            print("reading first=\(try context.output(of: reading))")
            print("user-initiated first=\(try context.output(of: other))")
        }
        try Launch(Graph(plan)).runOnMainThread(until: .ready)
        try startThreadsWhileAllIsBlocked()
    }
}

/// Has a second thread start a third one while the first blocks all signals, as it does for a moment in
/// the C library whenever it starts a thread, and prints what the third one blocks.
private func startThreadsWhileAllIsBlocked() throws {
    // It blocks also the two signals that pthread_sigmask(3) leaves out. Neither syscall(2) nor the
    // number of rt_sigprocmask(2) is visible from Swift.
    typealias SystemCall = @convention(c) (Int, Int, UnsafePointer<UInt64>?, Int, Int) -> Int
    guard let symbol = dlsym(nil, "syscall") else { return print("no syscall(2)") }
    let call = unsafeBitCast(symbol, to: SystemCall.self)
    // The process may have inherited a mask: a test runner's thread blocks all signals.
    var none = sigset_t()
    pthread_sigmask(SIG_SETMASK, &none, nil)
    let (blocked, ended) = (Parker(), Parker())
    try Slipway.Thread("second") {
        _ = blocked.wait()
        do {
            try Slipway.Thread("third") {
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                print("third blocks=\(sigismember(&mask, SIGTERM) == 1)")
                ended.notify()
            }
        } catch {
            print("third: \(error)")
            ended.notify()
        }
    }
    #if arch(arm64)
    let setMask = 135
    #else
    let setMask = 14
    #endif
    var all = UInt64.max
    guard call(setMask, Int(SIG_SETMASK), &all, 0, 8) == 0 else {
        return print("cannot block all signals: \(errno)")
    }
    blocked.notify()
    _ = ended.wait()
}

@MainActor private func onMainActor() -> Bool { isFirst() }

/// An SDK as one writes it for the main actor.
@MainActor private enum LegacySDK {
    static func start() -> Bool { isFirst() }
}

private actor Elsewhere {
    func visit() {}
}

private func isFirst() -> Bool { slipway_thread_id() == getpid() }
