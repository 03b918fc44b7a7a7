extension VarlinkInterface {
    /// The types of ``launch`` that explain a state.
    static let explanationTypes = """
        # One link of an explanation: what the one before it waits for
        type Step (
          # An operation, an action's identity, or the launch
          name: string,
          # How the step before comes to this one, in words: requires, after, queue held by
          relation: string,
          # Where it is: a Phase, an OperationState or an ActionState
          state: string,
          # How long it has been in that state, or took in it
          elapsedUSec: ?int,
          # How long it may take: its timeout, or the deadline
          budgetUSec: ?int,
          # What else there is to know, in one line
          detail: ?string
        )

        # Why something is where it is
        type Explanation (
          # What was asked about; absent for the launch
          subject: ?string,
          # Where it is: a Phase, an OperationState or an ActionState
          state: string,
          # The subject itself, then what it waits for, and so on
          steps: []Step
        )


        """
}
