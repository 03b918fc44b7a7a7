/// A change of a launch, as ``ReportFold`` tells it.
///
/// Indirect: a status is large.
public indirect enum LaunchChange: Hashable, Sendable {
    /// The fold begins with this report.
    case launch(Report)
    /// An operation is new (`before` is `nil`) or changed.
    ///
    /// The status is `nil` if the launch released the operation before its end was told: its
    /// outcome is unknown.
    case operation(OperationStatus?, before: OperationStatus?)
    /// An action is new or changed; both as for an operation.
    case action(ActionStatus?, before: ActionStatus?)
    /// A program is new (`before` is `nil`) or changed.
    case program(ProgramStatus, before: ProgramStatus?)
    /// The phase, an instant, the root causes or the pauses of the launch changed.
    case phase
}
