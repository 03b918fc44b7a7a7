package import Slipway
package import SlipwayInterface
internal import SlipwayStore
internal import SlipwaySystem

/// Keeps the launch actions and the launches of a service.
package struct HostStore: Sendable {
    let actions: ActionStore
    /// The launches.
    package let history: LaunchHistory
    /// The folder in which they are kept; `nil` for none.
    package let folder: String?

    /// Chooses where actions are kept, and makes the folder if it is not there.
    ///
    /// - Parameters:
    ///   - folder: The folder; `nil` for the first of STATE_DIRECTORY, or none.
    ///   - environment: The environment.
    package init(in folder: String?, _ environment: [String: String]) {
        let folder = folder ?? ProcessEnvironment.stateDirectory(in: environment)
        // If it cannot be made, opening the file in it says why.
        if let folder { _ = try? FilePlace("\(folder)/", making: .last(0o700)) }
        self.folder = folder
        actions = ActionStore(isDurable: folder != nil)
        history = LaunchHistory(actions, in: folder)
    }

    /// Keeps what the handler of an action's attempt left, for those who may read the payload, which it
    /// may repeat.
    package func note(_ result: HandlerResult, of id: ActionID) { actions.note(result, of: id) }
}
