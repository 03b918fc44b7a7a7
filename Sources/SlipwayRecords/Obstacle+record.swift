internal import Slipway
internal import SlipwayJSON

extension OperationStatus.Obstacle {
    func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        switch self {
        case .condition(let condition): object["condition"] = JSON(message: condition)
        case .lock(let lock, let holder):
            object["lock"] = .string(lock.name)
            object["holder"] = holder.map { .string($0) }
        case .pause(let queue): object["queue"] = queue.map { .string($0.name) }
        case .backoff(let until): object["untilUSec"] = offsets.json(until)
        case .fallback, .launch: break
        }
        return .object(object)
    }

    fileprivate enum Kind: String {
        case condition, lock, pause, backoff, fallback, launch
    }

    private var kind: Kind {
        switch self {
        case .condition: .condition
        case .lock: .lock
        case .pause: .pause
        case .backoff: .backoff
        case .fallback: .fallback
        case .launch: .launch
        }
    }
}

extension JSONReading<OperationStatus.Obstacle?> {
    /// `nil` for an obstacle of a newer daemon.
    static func obstacle(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            let word = try fields.required("kind", .string)
            return switch OperationStatus.Obstacle.Kind(rawValue: word) {
            case .condition: .condition(try fields.required("condition", .string))
            case .lock:
                .lock(
                    Lock(try fields.required("lock", .string)),
                    holder: try fields.optional("holder", .string)
                )
            case .pause: .pause(try fields.optional("queue", .string).map { .named($0) })
            case .backoff: .backoff(until: try fields.required("untilUSec", offsets.instant))
            case .fallback: .fallback
            case .launch: .launch
            case nil: nil
            }
        }
    }
}
