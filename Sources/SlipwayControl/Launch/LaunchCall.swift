package import SlipwayJSON
internal import SlipwayRecords

/// A call of `org.slipway.Launch` with its parameters; the command sends it, the daemon handles it.
package enum LaunchCall: Hashable, Sendable {
    /// Reply: ``LaunchReply/status(_:)``.
    case getStatus
    /// Replies: one ``WatchReply`` each.
    case watch
    /// `name` is an operation, or an action's identity or kind; `nil` for the launch. Reply:
    /// ``LaunchReply/explanation(_:)``.
    case explain(name: String?)
    /// Replies: one ``SubmitReply`` each.
    case submit(SubmitRequest)
    /// Reply: ``ActionPage``.
    case listActions(ActionListing)
    /// `id` is an action's identity. Reply: ``ActionReply``.
    case getAction(id: String)
    /// `id` is an action's identity. Replies: one ``SubmitReply`` each.
    case waitAction(id: String, wait: SubmitRequest.Wait = .done, timeout: Duration? = nil)
    /// `id` is an action's identity. Reply: ``LaunchReply/changed(_:)``.
    case cancelAction(id: String, reason: String?)
    /// `id` is an action's identity. Reply: ``SubmitReply``.
    case retryAction(id: String, isOnce: Bool = false)
    /// Reply: ``LaunchReply/purged(_:)``.
    case purgeActions
    /// `backup` is `nil` for a new one, and otherwise that of an earlier part. Reply: ``BackupPart``.
    case backup(String?, offset: Int)
    /// `actions` is how many that have not ended are wanted, `nil` for all actions. Reply:
    /// ``LaunchReply/launch(_:counting:)``.
    case report(actions: Int?)
    /// `queue` is `nil` for the launch as a whole. Reply: ``LaunchReply/changed(_:)``.
    case pauseQueue(String?)
    /// `queue` is `nil` for the launch as a whole. Reply: ``LaunchReply/changed(_:)``.
    case resumeQueue(String?)
    /// `name` is an operation or a group. Reply: ``LaunchReply/changed(_:)``.
    case cancelOperation(name: String, reason: String?)

    /// Reply: ``LaunchReply/program(_:_:)``.
    case startProgram(String)
    /// Reply: ``LaunchReply/program(_:_:)``.
    case stopProgram(String)
    /// Reply: ``LaunchReply/program(_:_:)``.
    case restartProgram(String)

    /// The interface, and the file name of every socket that offers it.
    package static let interface = "org.slipway.Launch"
}

extension LaunchCall {
    /// The whole name of the method.
    package var method: String {
        switch self {
        case .getStatus: Self.interface + ".GetStatus"
        case .watch: Self.interface + ".Watch"
        case .explain: Self.interface + ".Explain"
        case .submit: Self.interface + ".Submit"
        case .listActions: Self.interface + ".ListActions"
        case .getAction: Self.interface + ".GetAction"
        case .waitAction: Self.interface + ".WaitAction"
        case .cancelAction: Self.interface + ".CancelAction"
        case .retryAction: Self.interface + ".RetryAction"
        case .purgeActions: Self.interface + ".PurgeActions"
        case .backup: Self.interface + ".Backup"
        case .report: Self.interface + ".GetReport"
        case .pauseQueue: Self.interface + ".PauseQueue"
        case .resumeQueue: Self.interface + ".ResumeQueue"
        case .cancelOperation: Self.interface + ".CancelOperation"
        case .startProgram: Self.interface + ".StartProgram"
        case .stopProgram: Self.interface + ".StopProgram"
        case .restartProgram: Self.interface + ".RestartProgram"
        }
    }

    /// The call for everything.
    package static var getReport: LaunchCall { .report(actions: nil) }

    /// The parameters, as the interface declares them.
    package var parameters: JSONObject {
        var parameters: JSONObject = [:]
        switch self {
        case .getStatus, .watch, .purgeActions: break
        case .report(let actions): parameters["actions"] = actions.map { .integer(Int64($0)) }
        case .backup(let backup, let offset):
            parameters["backup"] = backup.map { .string($0) }
            parameters["offset"] = .integer(Int64(offset))
        case .listActions(let listing): parameters = listing.parameters
        case .explain(let name): parameters["name"] = name.map { .string($0) }
        case .submit(let request): parameters = request.parameters
        case .pauseQueue(let queue), .resumeQueue(let queue):
            parameters["queue"] = queue.map { .string($0) }
        case .startProgram(let name), .stopProgram(let name), .restartProgram(let name):
            parameters["name"] = .string(name)
        case .getAction(let id): parameters["id"] = .string(id)
        case .waitAction(let id, let wait, let timeout):
            parameters["id"] = .string(id)
            parameters["wait"] = .string(wait.rawValue)
            parameters["timeoutUSec"] = timeout.map { JSON(microsecondsOf: $0) }
        case .retryAction(let id, let isOnce):
            parameters["id"] = .string(id)
            if isOnce { parameters["once"] = true }
        case .cancelAction(let id, let reason):
            parameters["id"] = .string(id)
            parameters["reason"] = reason.map { .string($0) }
        case .cancelOperation(let name, let reason):
            parameters["name"] = .string(name)
            parameters["reason"] = reason.map { .string($0) }
        }
        return parameters
    }

    /// Reads a call of the interface.
    ///
    /// - Throws: ``VarlinkError`` for the peer: the method does not exist, or a parameter is
    ///   unknown, missing, of the wrong type or too long.
    package init(_ call: VarlinkCall) throws(VarlinkError) {
        guard call.interface == Self.interface else { throw .interfaceNotFound(call.interface) }
        do throws(JSONFieldError) {
            let read = try JSONFields.readAll(call.parameters) { fields throws(JSONFieldError) in
                try Self.read(call.member, &fields)
            }
            guard let read else { throw JSONFieldError(path: "", reason: .unknown) }
            self = read
        } catch {
            throw VarlinkInterface.launch.methods.contains(call.member)
                ? VarlinkError(error) : .methodNotFound(call.method)
        }
    }

    private static func read(
        _ member: String,
        _ fields: inout JSONFields
    ) throws(JSONFieldError) -> LaunchCall? {
        switch member {
        case "GetStatus": .getStatus
        case "Watch": .watch
        case "Explain": .explain(name: try fields.optional("name", .name))
        case "Submit": .submit(try SubmitRequest(reading: &fields))
        case "ListActions": .listActions(try ActionListing(reading: &fields))
        case "RetryAction":
            .retryAction(
                id: try fields.required("id", .name),
                isOnce: try fields.optional("once", .bool) ?? false
            )
        case "PurgeActions": .purgeActions
        case "GetAction": .getAction(id: try fields.required("id", .name))
        case "WaitAction":
            .waitAction(
                id: try fields.required("id", .name),
                wait: try fields.optional("wait", .oneOf(SubmitRequest.Wait.self)) ?? .done,
                timeout: try fields.optional("timeoutUSec", .microsecondSpan)
            )
        case "CancelAction":
            .cancelAction(
                id: try fields.required("id", .name),
                reason: try fields.optional("reason", .string(upTo: TextLimit.reason))
            )
        case "Backup":
            .backup(
                try fields.optional("backup", .name),
                offset: try fields.optional("offset", .count) ?? 0
            )
        case "GetReport": .report(actions: try fields.optional("actions", .count))
        case "PauseQueue": .pauseQueue(try fields.optional("queue", .name))
        case "ResumeQueue": .resumeQueue(try fields.optional("queue", .name))
        case "CancelOperation":
            .cancelOperation(
                name: try fields.required("name", .name),
                reason: try fields.optional("reason", .string(upTo: TextLimit.reason))
            )
        case "StartProgram": .startProgram(try fields.required("name", .name))
        case "StopProgram": .stopProgram(try fields.required("name", .name))
        case "RestartProgram": .restartProgram(try fields.required("name", .name))
        default: nil
        }
    }
}

extension JSONReading<String> {
    /// The name of something.
    static var name: Self { .string(upTo: TextLimit.name) }
}
