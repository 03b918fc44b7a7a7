internal import SlipwayConfiguration
internal import SlipwaySystem

extension Configuration {
    /// The place where probes are answered.
    ///
    /// - Parameter environment: What `${env.NAME}` is looked up in.
    /// - Returns: The address; `nil` for none.
    /// - Throws: The text with its variables is no address.
    private func probeAddress(
        in environment: [String: String]
    ) throws(ConfigurationFault) -> ListenAddress? {
        guard let probes else { return nil }
        let text: String
        do throws(TemplateError) {
            text = try probes.listen.render(TemplateValues(environment: environment))
        } catch {
            throw probes.fault("\(error)")
        }
        do throws(ListenAddressFault) {
            return try ListenAddress(parsing: text)
        } catch {
            throw probes.fault("\(Quoting.quoted(text)) \(error)")
        }
    }

    /// The place where probes are answered, or the fault that it has with the values of its
    /// variables.
    ///
    /// If a variable is not set, there is no place and no fault: the variable has a fault of its
    /// own.
    func findProbeAddress(
        in environment: [String: String]
    ) -> (address: ListenAddress?, faults: [ConfigurationFault]) {
        let isKnown = probes?.listen.references.allSatisfy { reference in
            if case .environment(let name) = reference { environment[name] != nil } else { false }
        }
        guard isKnown == true else { return (nil, []) }
        do throws(ConfigurationFault) {
            return (try probeAddress(in: environment), [])
        } catch {
            // A faulty text without variables was refused where it was read.
            return (nil, probes?.listen.literal == nil ? [error] : [])
        }
    }
}

extension ProbesSpecification {
    fileprivate func fault(_ reason: String) -> ConfigurationFault {
        ConfigurationFault(at: origin, key: Self.key, reason: reason)
    }
}
