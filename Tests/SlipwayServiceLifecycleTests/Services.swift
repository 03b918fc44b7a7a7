import Logging
import ServiceLifecycle
import Slipway

/// A server: reports that it runs, and returns when its group shuts down or is cancelled.
struct Server: Service, CustomStringConvertible {
    let lines: Lines
    let hasStarted: Signal

    init(_ lines: Lines, hasStarted: Signal = Signal()) {
        self.lines = lines
        self.hasStarted = hasStarted
    }

    var description: String { "server" }

    func run() async throws {
        lines.add("server runs")
        hasStarted.send()
        do {
            try await gracefulShutdown()
            lines.add("server shut down")
        } catch {
            lines.add("server cancelled")
        }
    }
}

/// A service that does nothing until the group ends it.
struct Bystander: Service {
    func run() async throws { try? await gracefulShutdown() }
}

extension ServiceGroup {
    init(_ services: any Service...) {
        self.init(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    ServiceGroupConfiguration.ServiceConfiguration(service: $0)
                },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
    }
}

/// The order in which a group lists the launch and its dependent.
enum Order: CaseIterable, Sendable {
    case launchFirst, launchLast

    func group(_ launch: any Service, _ waiting: any Service) -> ServiceGroup {
        switch self {
        case .launchFirst: ServiceGroup(launch, waiting)
        case .launchLast: ServiceGroup(waiting, launch)
        }
    }
}

struct Broken: Error, CustomStringConvertible {
    var description: String { "no route to host" }
}

extension Plan {
    /// A database that succeeds and is torn down; `body` runs after it.
    static func withDatabase(
        _ lines: Lines,
        then body: @escaping @Sendable () async throws -> Void = {}
    ) -> Plan {
        var plan = Plan("storefront")
        // Other tests may keep the shared threads busy: no body may count as stuck.
        plan.grace = .seconds(100)
        let database = plan.add(
            "database",
            teardown: { (_: Void) in lines.add("database closed") }
        ) { _ in
            lines.add("database open")
        }
        plan.add("migration", requires: [database]) { _ async throws in try await body() }
        return plan
    }
}
