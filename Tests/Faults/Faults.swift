internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import SlipwayProcess

/// Launches services whose steps and programs fail in every way, one after the other in one process,
/// and checks after each that nothing is left of it.
///
///     faults FOLDER [COUNT] [SEED]
///
/// FOLDER is for what they write; a small file system of its own lets it run full. Prints what the
/// process holds now and then; status 1 if something was left.
@main
enum Faults {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first else {
            print("usage: faults FOLDER [COUNT] [SEED]")
            exit(EX_USAGE)
        }
        let numbers = arguments.dropFirst().map { UInt64($0) ?? 0 }
        let campaign = Campaign(
            folder: folder,
            count: numbers.first.map { Int($0) } ?? 1000,
            seed: numbers.dropFirst().first ?? 0
        )
        // Before there are threads, which inherit it: the loop alone gets the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGCHLD)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let outcome = Promise<Result<Bool, any Error>>()
        // Not on the main actor, whose thread waits for it.
        let task = Task.detached {
            do {
                try await campaign.prepare()
                outcome.resolve(.success(try await campaign.run()))
            } catch {
                outcome.resolve(.failure(error))
            }
        }
        do {
            exit(try outcome.wait().get() ? 0 : 1)
        } catch {
            task.cancel()
            print("faults: \(error)")
            exit(2)
        }
    }
}
