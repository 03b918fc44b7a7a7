internal import Slipway
internal import SlipwayInterface
package import SlipwayPictures
package import SlipwayVarlink

extension LaunchComparison: Record {
    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The first launch")
        let one = ComparedLaunch(launchID: first, ready: firstReady)
        try fields.required("first", one, .record(ComparedLaunch.self)) {
            (first, firstReady) = ($0.launchID, $0.ready)
        }
        fields.say("The second launch")
        let other = ComparedLaunch(launchID: second, ready: secondReady)
        try fields.required("second", other, .record(ComparedLaunch.self)) {
            (second, secondReady) = ($0.launchID, $0.ready)
        }
        fields.say("By how much later the second launch was ready; negative: sooner")
        try fields.required("differenceUSec", difference, .difference) { _ in }
        fields.say("The operations, those with the greatest part of the difference first")
        try fields.required("operations", &changes, .list(.record(Change.self)))
        fields.say("The first operations of each queue that started in another order")
        try fields.required("swaps", &swaps, .list(.record(Swap.self)))
    }
}

/// One of two launches that are compared.
private struct ComparedLaunch: NamedRecord {
    static let declaration = Declaration("ComparedLaunch", "One of two launches")
    static let blank = ComparedLaunch(launchID: "", ready: .zero)

    var launchID: String
    var ready: Duration

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its identity")
        try fields.required("launchId", &launchID, .text)
        fields.say("How long it took until it was ready, from the start of its process")
        try fields.required("readyUSec", &ready, .span)
    }
}

extension LaunchComparison.Change: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Change", "How an operation changed from the first launch to the second")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation; absent for the time before the launch, or after the last one")
        try fields.optional("operation", &operation, .text)
        fields.say("In which of the launches it is")
        try fields.required("presence", &presence, .oneOf(LaunchComparison.Presence.self))
        fields.say("Its part of the difference between the times to ready")
        try fields.required("chainUSec", onChain, .difference) { _ in }
        fields.say("Its share of the time to ready of the first launch")
        try fields.required("firstChainUSec", &firstShare, .difference)
        fields.say("Its share of the time to ready of the second launch")
        try fields.required("secondChainUSec", &secondShare, .difference)
        fields.say("By how much longer it waited; absent unless it started in both")
        try fields.optional("waitUSec", &wait, .difference)
        fields.say("By how much longer it ran; absent unless it ran in both")
        try fields.optional("runUSec", &run, .difference)
        var (first, second) = (results?.first, results?.second)
        fields.say("Its result in the first launch; absent unless the results differ")
        try fields.optional("firstResult", &first, .text)
        fields.say("Its result in the second launch; absent unless the results differ")
        try fields.optional("secondResult", &second, .text)
        results = first.flatMap { first in second.map { .init(first: first, second: $0) } }
    }
}

extension LaunchComparison.Swap: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Swap", "Two operations of a queue that changed their places")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Their queue")
        try fields.required("queue", &queue, .queue)
        fields.say("The one that started later in the first launch, and earlier in the second")
        try fields.required("earlier", &earlier, .text)
        fields.say("The one that started earlier in the first launch")
        try fields.required("later", &later, .text)
    }
}
