package import Slipway
package import SlipwayInterface
internal import SlipwayStore
internal import SlipwaySystem
internal import Synchronization

/// The stored launch actions and launches of a service.
package struct HostStore: Sendable {
    let actions: ActionStore
    /// The history of the launches.
    package let history: LaunchHistory
    /// The folder in which both are stored; `nil` for none.
    package let folder: String?

    /// Chooses where actions are stored, and makes the folder if it is not there.
    ///
    /// A disk that does not answer holds this up for no longer than ``patience``; the starts before are not known
    /// then.
    ///
    /// - Parameters:
    ///   - folder: The folder; `nil` for the first of STATE_DIRECTORY, or none.
    ///   - environment: The environment.
    package init(in folder: String?, _ environment: [String: String]) {
        let folder = folder ?? ProcessEnvironment.stateDirectory(in: environment)
        self.folder = folder
        actions = ActionStore(isDurable: folder != nil)
        history = LaunchHistory(actions, in: folder, folder.map(Self.prepare) ?? LaunchMarks())
    }

    /// The longest time that the start waits for the disk with the folder.
    private static let patience = Duration.seconds(5)

    /// Makes the folder and reads the marks of the starts before.
    private static func prepare(_ folder: String) -> LaunchMarks {
        let found = Mutex(LaunchMarks())
        let look = { @Sendable in
            // If the folder cannot be made, opening the file in it says why.
            _ = try? FilePlace("\(folder)/", making: .last(0o700))
            let marks = MarkFile.read(in: folder)
            found.withLock { $0 = marks }
        }
        do throws(Thread.Refusal) {
            _ = try Thread("slipway-look", blocking: .full, look).join(within: patience)
        } catch {
            look()
        }
        return found.withLock(\.self)
    }

    /// Holds what the handler of an attempt left, for users who may read the payload, which it may
    /// repeat.
    package func note(_ result: HandlerResult, of id: ActionID) { actions.note(result, of: id) }
}
