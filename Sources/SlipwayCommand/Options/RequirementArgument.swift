internal import ArgumentParser
internal import SlipwayConfiguration
internal import SlipwayPictures

/// A requirement on the command line.
struct RequirementArgument: Hashable, ExpressibleByArgument {
    let text: String
    let requirement: WhatIfRequirement

    init?(argument: String) {
        guard let requirement = WhatIfRequirement(argument, duration: { DurationText.duration($0) })
        else { return nil }
        text = argument
        self.requirement = requirement
    }
}
