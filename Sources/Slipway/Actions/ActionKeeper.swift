/// Keeps the actions of a launch where they outlive it.
package protocol ActionKeeper: Sendable {
    /// Keeps a change, in the order of the calls.
    ///
    /// Called while the launch holds its lock: it must neither block nor call the launch. What it
    /// came to is told with ``Launch/kept(_:_:payload:)``, from any thread.
    func keep(_ change: ActionChange)
}
