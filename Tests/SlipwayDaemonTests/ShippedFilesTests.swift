import Foundation
import SlipwayTestSupport
import Testing

/// The files that are shipped with the programs work.
@Suite(.timeLimit(.minutes(5)))
struct ShippedFilesTests {
    @Test(arguments: [
        "config/storefront.yaml",
        "config/examples/web.yaml",
        "config/examples/kiosk.yaml",
        "config/examples/login.yaml",
        "config/examples/orders.yaml",
        "config/examples/flags.yaml",
        "config/examples/air-gapped.yaml",
        "config/examples/deliver.yaml",
        "config/examples/probes.yaml",
        "Benchmarks/Startup/empty.yaml",
        "Benchmarks/Startup/storefront-at-zero.yaml",
        "Tests/Systemd/config/slow.yaml",
        "Tests/Systemd/config/failing.yaml",
        "Tests/Systemd/config/cold.yaml",
        "Tests/Systemd/config/attacker.yaml",
        "Tests/Systemd/config/victim.yaml",
        "Tests/Systemd/config/shop.yaml",
        "Tests/Systemd/config/patient.yaml",
        "Tests/Systemd/config/steady.yaml",
    ])
    func configurationsAreRight(_ path: String) async throws {
        let result = try await check(path)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func theCycleIsRefusedAsAConfigurationFault() async throws {
        let result = try await check("Tests/Systemd/config/cycle.yaml")
        #expect(result.status == 78, "\(result.output)")
    }

    @Test func theDemoShowsWhatItPromises() async throws {
        let demo = Program(
            executable: Checkout.file("config/storefront/demo"),
            arguments: [Checkout.programs.path()]
        )
        let result = try await demo.run()
        #expect(result.status == 0, "\(result.output)")
    }

    private func check(_ path: String) async throws -> Program.Result {
        try await Program(
            executable: Checkout.programs.appending(path: "slipwayd"),
            arguments: ["--config", Checkout.file(path).path(), "--check"],
            environment: [
                "STOREFRONT_HOME": "/x", "STOREFRONT_BACKEND": "http://x",
                // The variables that the unit gives.
                "STATE_DIRECTORY": "/x", "CACHE_DIRECTORY": "/x", "RUNTIME_DIRECTORY": "/x",
            ]
        ).run()
    }
}
