internal import Glibc

/// Runs cases one after another, and reports those that break a promise.
struct Worker {
    let options: Options
    let progress: Progress

    init(_ options: Options, _ progress: Progress) {
        self.options = options
        self.progress = progress
    }

    /// - Returns: The exit status.
    func run() async -> Int32 {
        do throws(Broken) {
            switch options.target {
            case .configurations: try ConfigurationCampaign(self).run()
            case .urls: try await URLCampaign(self).run()
            case .frames: FrameCampaign(self).run()
            }
            return 0
        } catch {
            tell(error, options.cases, input: [])
            return 1
        }
    }

    /// Begins a case.
    ///
    /// - Returns: Its random numbers.
    func begin(_ index: Int) -> SeededGenerator {
        progress[.current] = index + 1
        return SeededGenerator(seed: options.seed, case: index)
    }

    /// Reports a broken promise, and ends the process after too many.
    ///
    /// - Parameters:
    ///   - broken: The promise.
    ///   - cases: The cases to repeat to see it again.
    ///   - input: The input that broke it, if known; a single case shows all of it.
    func tell(_ broken: Broken, _ cases: Range<Int>, input: [UInt8]) {
        progress.count(.broken)
        print("case \(cases.count == 1 ? "\(cases.lowerBound)" : "\(cases)"): \(broken.promise)")
        if !input.isEmpty {
            let limit = options.count == 1 ? Int.max : 300
            print("  input: \(Shown.bytes(input, limit: limit))")
        }
        print("  repeat: \(options.command(for: cases))")
        fflush(nil)
        if progress[.broken] >= Supervisor.mostBroken { exit(1) }
    }
}

/// A promise that an input broke.
struct Broken: Error {
    let promise: String

    init(_ promise: String) { self.promise = promise }
}
