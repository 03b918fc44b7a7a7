internal import SlipwayConfiguration
internal import SlipwayOperations

/// Mutated configuration files: each gives a graph, or faults with a position in the file.
struct ConfigurationCampaign {
    private let worker: Worker
    private let mutator: Mutator

    init(_ worker: Worker) throws(Broken) {
        self.worker = worker
        mutator = try ConfigurationCorpus.mutator()
    }

    func run() {
        for index in worker.options.cases {
            var random = worker.begin(index)
            let file = ConfigurationFile(name: "fuzzed.yaml", bytes: mutator.input(&random))
            let dropIns = (0..<(random.chance(20) ? 1 + random.below(2) : 0)).map { number in
                ConfigurationFile(name: "fuzzed.d/\(number).yaml", bytes: mutator.input(&random))
            }
            do throws(Broken) {
                try check(file, dropIns)
            } catch {
                let files = [file] + dropIns
                let input = Array(files.map(\.bytes).joined(separator: Array("\n----\n".utf8)))
                worker.tell(error, index..<index + 1, input: input)
            }
        }
    }

    private func check(
        _ file: ConfigurationFile,
        _ dropIns: [ConfigurationFile]
    ) throws(Broken) {
        do throws(ConfigurationFaults) {
            _ = try ConfiguredGraph(parsing: file, dropIns: dropIns)
            worker.progress.count(.accepted)
        } catch {
            guard !error.faults.isEmpty else { throw Broken("refused without a fault") }
            // Once per file, which can have a fault in each of its lines.
            let files = ([file] + dropIns).map { ($0.name, FileLines.lengths(of: $0.bytes)) }
            let lengths = Dictionary(files) { first, _ in first }
            for fault in error.faults { try Self.check(fault, lengths[fault.file]) }
        }
    }

    private static func check(
        _ fault: ConfigurationFault,
        _ lengths: [Int]?
    ) throws(Broken) {
        let lines = fault.description.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 1 + fault.details.count else {
            throw Broken(
                "a fault has lines that are no details: \(fault.description.debugDescription)"
            )
        }
        for line in lines { try Shown.check(message: String(line)) }
        guard let lengths else { throw Broken("a fault is in no file: \(fault)") }
        guard fault.line > 0 else {
            // The fault is that the whole file is empty or too long.
            let isWhole = ["is empty;", "bytes long;"].contains { fault.reason.contains($0) }
            guard fault.column == 0, isWhole else {
                throw Broken("a fault has no place: \(fault)")
            }
            return
        }
        // A fault may be behind the last character, where something is missing.
        guard fault.line <= lengths.count else {
            throw Broken("a fault is behind the \(lengths.count) lines of the file: \(fault)")
        }
        guard 1...lengths[fault.line - 1] + 1 ~= fault.column else {
            throw Broken(
                "a fault is behind its line's \(lengths[fault.line - 1]) columns: \(fault)"
            )
        }
    }
}
