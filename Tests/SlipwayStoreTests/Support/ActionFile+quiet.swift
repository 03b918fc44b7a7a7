@testable import SlipwayStore

extension ActionFile {
    /// Opens a file that has nothing to say.
    init(in folder: String, at now: StoreTime = .now) throws(ActionFileError) {
        try self.init(in: folder, at: now) { _ in }
    }
}
