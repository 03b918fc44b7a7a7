internal import Slipway
internal import SlipwayJSON
internal import SlipwayReport
internal import SlipwayVarlink

/// A value that is read in place of a word that this build does not know.
///
/// The value never claims a success: an operation or action that has ended counts as failed, with
/// the unknown word in its message, and one that has not ended counts as running.
struct StandIn {
    let word: String
    /// The fields that ``word`` needs; each is added where the record does not have it.
    var fields: JSONObject = [:]

    /// The name of the enumeration of durabilities.
    static let durability = "durability"
    /// The name of the enumeration of troubles with the store.
    static let storage = "storage"

    /// The reason that is given for an end by a word that is not known.
    private static func words(for unknown: String) -> String { "ended as '\(unknown)'\(ending)" }
    private static let ending = ", which this version does not know"

    /// Tells whether a failure stands in for an end that is not known.
    static func isOne(_ failure: Failure) -> Bool { failure.message.hasSuffix(ending) }

    /// Chooses the value; `nil` if nothing can stand in.
    ///
    /// - Parameters:
    ///   - unknown: The word.
    ///   - type: The enumeration, as the interface names it.
    ///   - object: The record that has the word.
    init?(for unknown: String, of type: String, in object: JSONObject) {
        let isOver = !(object["endedUSec"]?.isNull ?? true)
        switch type {
        case OperationStatus.State.Word.declaration.name,
            ActionStatus.State.Word.declaration.name:
            guard isOver else {
                word = OperationStatus.State.Word.running.rawValue
                return
            }
            word = OperationStatus.State.Word.failed.rawValue
            fields = [
                "failureKind": .string(Failure.Kind.error.rawValue),
                "message": .string(Self.words(for: unknown)),
            ]
        case Phase.Word.declaration.name:
            word = (isOver ? Phase.Word.failed : .starting).rawValue
        case ProgramStatus.State.Word.declaration.name:
            word = ProgramStatus.State.Word.starting.rawValue
        case Failure.Kind.declaration.name: word = Failure.Kind.error.rawValue
        case Stage.declaration.name: word = Stage.launch.rawValue
        case RecordedLaunch.Start.declaration.name: word = RecordedLaunch.Start.warm.rawValue
        case RecordedLaunch.End.declaration.name: word = RecordedLaunch.End.failed.rawValue
        case ReloadStep.Fate.declaration.name: word = ReloadStep.Fate.replaced.rawValue
        case Self.durability: word = ActionPolicy.Durability.memory.rawValue
        case Self.storage: word = StorageTrouble.Kind.unavailable.rawValue
        default: return nil
        }
    }
}
