import Foundation
import Slipway
import SlipwayConfiguration
import SlipwayJSON
import SlipwayLoop
import SlipwaySystem
import Testing

@testable import SlipwayBodies

/// Each in its own process: the shortage would affect all tests.
///
/// Serialized: waiting for such a process takes one of the few threads that tests share.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ShortageTests {
    @Test func withoutDescriptorsHTTPFailsAndLaterDoesNot() async {
        await #expect(processExitsWith: .success) {
            try Loop.start()
            let server = try HTTPTestServer { _ in .ok("1") }
            let runner = BodyRunner.quiet()
            let url = Template(literal: "http://127.0.0.1:\(server.port)/")
            let body = BodySpecification.http(HTTPSpecification(url: url))
            // Enough for everything but the library.
            for spare in [0, 1, 2, 3, 8] {
                let taken = TakenDescriptors(leaving: spare)
                let failure = await runner.failure(body) ?? ""
                #expect(failure.hasSuffix("/: cannot start HTTP: Too many open files (EMFILE)"))
                taken.release()
            }
            #expect(await runner.failure(body) == nil)
            // Now the library is there, and a connection lacks a descriptor.
            let other = Template(literal: "http://127.0.0.1:\(try HTTPTestServer.unusedPort())/")
            let taken = TakenDescriptors(leaving: 0)
            let failure = await runner.failure(.http(HTTPSpecification(url: other))) ?? ""
            #expect(failure.hasSuffix("Too many open files (EMFILE)"), "\(failure)")
            taken.release()
            await runner.shutdown()
            server.stop()
        }
    }

    @Test func withoutDescriptorsAWaitTriesAgain() async {
        await #expect(processExitsWith: .success) {
            try Loop.start()
            let server = try HTTPTestServer { _ in .ok("1") }
            let runner = BodyRunner.quiet()
            let taken = TakenDescriptors(leaving: 0)
            let address = "127.0.0.1:\(server.port)"
            let targets: [WaitSpecification.Target] = [
                .tcp(Template(literal: address)),
                .http(ProbeSpecification(url: "http://\(address)/")),
                .socket("/run/none"),
            ]
            for target in targets {
                let body = BodySpecification.wait(WaitSpecification(target: target))
                let task = Task { try await runner.run(body) }
                task.cancel()
                let error = await #expect(throws: Cancelled.self) { try await task.value }
                let reason = error?.description ?? ""
                #expect(reason.hasSuffix("Too many open files (EMFILE)"), "\(reason)")
            }
            let waiting = Task {
                try await runner.run(.wait(WaitSpecification(target: targets[0])))
            }
            taken.release()
            #expect(try await waiting.value == .null)
        }
    }

    @Test func withoutThreadsHTTPAndLookupsFailAndLaterDoNot() async {
        await #expect(processExitsWith: .success) {
            // The limits do not apply to root.
            try #require(getuid() != 0 || setuid(65534) == 0)
            try Loop.start()
            let library = CurlLibrary()
            let load = Promise<Result<Void, HTTPStartError>>()
            let place = try HostAndPort(parsing: "localhost:1")
            let names = NameLookup()
            let lookup = Promise<NameLookup.Addresses>()
            // Nothing that takes a thread of the tests themselves.
            withoutThreads {
                library.functions.value { load.resolve($0) }
                names.begin(place.host) { lookup.resolve($0) }
            }
            await #expect(throws: HTTPStartError.shortage(ErrorNumber(EAGAIN))) {
                try await load.value().get()
            }
            let failure = await #expect(throws: LookupFailure.self) {
                try await lookup.value().get()
            }
            #expect(
                failure?.reason == """
                    cannot resolve 'localhost': Resource temporarily unavailable; see TasksMax= of \
                    the unit, and the limit on processes (RLIMIT_NPROC)
                    """
            )
            let again = Promise<Result<Void, HTTPStartError>>()
            library.functions.value { again.resolve($0) }
            try await again.value().get()
            let addresses = try await names.addresses(of: place, in: TryTime(.seconds(30)))
            #expect(!addresses.isEmpty)
        }
    }
}

/// Takes descriptors, so that few are left.
private struct TakenDescriptors {
    private var limit = rlimit()
    private var taken: [Int32] = []

    init(leaving spare: Int) {
        getrlimit(Self.resource, &limit)
        var lower = rlimit(rlim_cur: 512, rlim_max: limit.rlim_max)
        setrlimit(Self.resource, &lower)
        while case let descriptor = dup(2), descriptor >= 0 { taken.append(descriptor) }
        for _ in 0..<spare { close(taken.removeLast()) }
    }

    /// Releases them.
    func release() {
        for descriptor in taken { close(descriptor) }
        var limit = limit
        setrlimit(Self.resource, &limit)
    }

    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}

/// Runs `body` while no thread can be created.
private func withoutThreads(_ body: () -> Void) {
    // RLIMIT_NPROC, which Swift does not see.
    let resource = __rlimit_resource_t(6)
    var limit = rlimit()
    getrlimit(resource, &limit)
    var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
    setrlimit(resource, &none)
    defer { setrlimit(resource, &limit) }
    body()
}
