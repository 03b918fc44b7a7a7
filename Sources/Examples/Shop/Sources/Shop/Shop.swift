import Hummingbird
import Slipway
import SlipwayServiceLifecycle
import SlipwaySystemd

/// A shop: its database is migrated before anybody can order, it is ready once its port is bound,
/// and after SIGTERM it still answers the requests that it has.
@main struct Shop {
    static func main() throws {
        let graph = try Graph(plan(Settings()))
        try Launch(graph).runOnMainThread(reportingTo: .systemd)
    }

    private static func plan(_ settings: Settings) -> Plan {
        var plan = Plan("shop", deadline: .seconds(30))
        let stock = plan.add("stock", timeout: .seconds(10)) {
            try Stock(migratedAt: settings.database)
        }
        let toggles = plan.add(
            "feature-toggles",
            timeout: .seconds(2),
            fallback: .value(Toggles())
        ) { try await Toggles.fetch() }
        // A restock that is asked for before the stock is there is done once it is there.
        let restock = plan.action("restock", reading: stock) { (goods: Goods, stock) in
            try await stock.add(goods)
        }
        plan.service("web", reading: stock, toggles) { ready, stock, toggles in
            let launch = ready.context.launch
            let server = Application(
                router: routes(stock, toggles, settings) { try launch.submit(restock, $0) },
                configuration: ApplicationConfiguration(
                    address: .hostname("127.0.0.1", port: settings.port)
                ),
                onServerRunning: { _ in ready() }
            )
            try await ready.run(server)
        }
        return plan
    }
}
