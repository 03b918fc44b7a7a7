import Glibc
import Slipway
import SlipwayLoop
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LoopTests {
    init() throws { try Loop.start() }

    @Test func startingAgainChangesNothing() async throws {
        try Loop.start()
        let first = await onLoop { pthread_self() }
        try Loop.start()
        #expect(await onLoop { pthread_self() } == first)
    }

    @Test func whatIsPostedRunsInOrderOnOneThread() async {
        let calls = Calls()
        for number in 0..<1000 { Loop.post { calls.note(number) } }
        #expect(await calls.numbers == Array(0..<1000))
        #expect(await calls.threads.count == 1)
    }

    @Test func theLoopsThreadTakesNoSignals() async {
        let isBlocked = await onLoop {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return [SIGTERM, SIGPIPE, SIGCHLD].allSatisfy { sigismember(&mask, $0) == 1 }
        }
        #expect(isBlocked)
    }

    @Test func aReadableDescriptorCallsUntilItIsEmptyOrCancelled() async throws {
        let pipe = try Pipe()
        pipe.write("abc")
        let read = await onLoop {
            await withCheckedContinuation { continuation in
                Reading(pipe.read, count: 3) { continuation.resume(returning: $0) }
            }
        }
        #expect(read == "abc")
    }

    @Test func whatCannotBeWatchedIsAnErrorInWords() async throws {
        let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let error = await onLoop { () -> LoopError? in
            do throws(LoopError) {
                _ = try DescriptorWatch(file, for: .readable) { _ in }
                return nil
            } catch {
                return error
            }
        }
        #expect(error?.description.hasSuffix("Operation not permitted (EPERM)") == true)
    }

    @Test func timersFireOnceAndNotBeforeTheirTime() async throws {
        let start = Instant.now
        let fired = await onLoop {
            await withCheckedContinuation { continuation in
                let fired = Fired(2) { continuation.resume(returning: $0) }
                Timer(after: .milliseconds(20)) { fired.note(20, start) }
                Timer(after: .milliseconds(10)) { fired.note(10, start) }
            }
        }
        #expect(fired.map(\.milliseconds).sorted() == [10, 20])
        #expect(fired.allSatisfy { $0.after >= .milliseconds($0.milliseconds) })
    }

    @Test func aCancelledTimerLetsGoOfItsHandler() async throws {
        let timer = try await onLoop { () throws in
            let token = Token()
            let timer = Timer(after: .seconds(1_000_000)) { token.touch() }
            return (timer, Weak(token))
        }
        #expect(await onLoop { timer.1.token } != nil)
        await onLoop { timer.0.cancel() }
        #expect(await onLoop { timer.1.token } == nil)
        #expect(await onLoop { !timer.0.isPending })
    }

    @Test func aTimerMayCancelAnotherThatIsDueAndSetOneThatIsDueToo() async {
        let order = await onLoop {
            await withCheckedContinuation { continuation in
                var order: [String] = []
                var second: Timer?
                let due = Instant.now
                Timer(at: due) {
                    order.append("first")
                    second?.cancel()
                    Timer(at: due) {
                        order.append("later")
                        continuation.resume(returning: order)
                    }
                }
                second = Timer(at: due) { order.append("cancelled") }
                Timer(at: due) { order.append("third") }
            }
        }
        #expect(order == ["first", "third", "later"])
    }

    @Test func withTheEarliestCancelledTheNextFires() async {
        await onLoop {
            await withCheckedContinuation { continuation in
                let earliest = Timer(after: .milliseconds(1)) { Issue.record("it fired") }
                Timer(after: .milliseconds(10)) { continuation.resume() }
                earliest.cancel()
            }
        }
    }

    @Test func aThousandTimersNeedNoDescriptor() async throws {
        let before = try descriptorCount()
        let timers = try await onLoop { () throws in
            (0..<1000).map { _ in Timer(after: .seconds(1000)) {} }
        }
        // Other tests open some at the same time.
        #expect(try descriptorCount() < before + 500)
        await onLoop { for timer in timers { timer.cancel() } }
    }
}

/// Runs `body` on the loop.
@Loop private func onLoop<Result: Sendable, Failure: Error>(
    _ body: @Loop @Sendable () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await body()
}

/// Reads a descriptor byte by byte, so that the watch must call again for each byte.
@Loop private final class Reading {
    private var text = ""
    private var watch: DescriptorWatch?

    @discardableResult
    init(_ descriptor: Int32, count: Int, done: @escaping @Sendable (String) -> Void) {
        watch = try? DescriptorWatch(descriptor, for: .readable) { [self] _ in
            var byte: UInt8 = 0
            _ = read(descriptor, &byte, 1)
            text.unicodeScalars.append(Unicode.Scalar(byte))
            guard text.utf8.count == count else { return }
            watch?.cancel()
            done(text)
        }
    }
}

@Loop private final class Calls {
    private(set) var numbers: [Int] = []
    private(set) var threads: Set<UInt> = []

    func note(_ number: Int) {
        numbers.append(number)
        threads.insert(UInt(pthread_self()))
    }
}

@Loop private final class Fired {
    struct Entry: Sendable {
        let milliseconds: Int
        let after: Duration
    }

    private var entries: [Entry] = []
    private let count: Int
    private let done: @Sendable ([Entry]) -> Void

    init(_ count: Int, done: @escaping @Sendable ([Entry]) -> Void) {
        self.count = count
        self.done = done
    }

    func note(_ milliseconds: Int, _ start: Instant) {
        let after = start.duration(to: .now)
        entries.append(Entry(milliseconds: milliseconds, after: after))
        if entries.count == count { done(entries) }
    }
}

private final class Token: Sendable {
    func touch() {}
}

@Loop private final class Weak {
    weak var token: Token?

    init(_ token: Token) { self.token = token }
}

private struct Pipe: Sendable {
    let read: Int32
    private let write: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (read, write) = (ends[0], ends[1])
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(write, bytes, bytes.count)
    }
}

private func descriptorCount() throws -> Int {
    let directory = try #require(opendir("/proc/self/fd"))
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
}
