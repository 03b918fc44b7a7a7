@testable import SlipwayStore

extension ActionStore {
    /// Returns once it was run: changes that are made before then may be written first.
    func run(_ pragma: String) async {
        await withCheckedContinuation { continuation in
            database.read {
                try? $0.file?.connection.run(pragma)
                continuation.resume()
            }
        }
    }
}
