import Slipway

/// News that the system has a program fetch: it wakes the program, gives it a limited time, and waits for one answer.
///
/// A waking is a launch action. It waits until the store is open, and it ends once, however it ends. Its handler
/// adds the operations of its fetch, which belong to it: they are cancelled when its time is over.
@main struct BackgroundFetch {
    private let launch: Launch
    private let fetch: ActionKind<Waking>

    static func main() async throws {
        let server = Server()
        let program = try BackgroundFetch(from: server)
        async let wakings: Void = program.beWoken(by: server)
        try await program.launch.run()
        await wakings
        for operation in program.launch.report.operations {
            print("\(operation.name): \(operation.outcome?.word ?? "")")
        }
    }

    private init(from server: Server) throws {
        var plan = Plan("news")
        let store = plan.add("store") { try await Store.open() }
        fetch = plan.action(
            "background-fetch",
            reading: store,
            // A phone gives 30 s.
            timeout: .seconds(1),
            policy: ActionPolicy(width: 4)
        ) { (waking: Waking, store, context) in
            let added = try context.add { plan in
                plan.group("fetch") { plan in
                    let token = plan.add("login") { try await server.login() }
                    let articles = plan.add("download", reading: token) { token in
                        try await server.articles(for: waking.number, token)
                    }
                    return plan.add("save", reading: articles) { articles in
                        await store.save(articles)
                    }
                }
            }
            let count = try await context.launch.value(of: added)
            waking.found(count == 0 ? .noData : .newData)
            // A sender outside of the process is told too, if the launch has a host.
            try context.answer(waking.result)
        }
        launch = try Launch(Graph(plan))
    }

    /// The system calls this, and waits for its return.
    private func performFetch(_ number: Int) async -> FetchResult {
        let waking = Waking(number: number)
        guard let action = try? launch.submit(fetch, waking),
            await launch.outcome(of: action) == .done
        else { return .failed }
        return waking.result
    }

    /// Stands in for the system, which wakes the program four times.
    private func beWoken(by server: Server) async {
        // The store is not open yet: the first waking waits for it.
        print("waking 1: \(await performFetch(1))")
        print("waking 2: \(await performFetch(2))")
        // The server does not answer the third waking; the fourth comes meanwhile.
        async let third = performFetch(3)
        await server.waitUntilSilent()
        print("waking 4: \(await performFetch(4))")
        print("waking 3: \(await third)")
        launch.stop(reason: "the system has had its news")
    }
}
