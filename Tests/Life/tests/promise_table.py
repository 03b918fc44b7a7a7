"""The check of the table of promises tells each way in which it may be wrong."""

import unittest

from promises import faults, held, says, sentences, unchecked

PAGE = """# A page

It introduces itself. Nothing of this counts.

## A part

- It holds. `make it` tests this.
- It holds
  there, too.

Outside of a list it promises something.
"""
ROWS = [
    held("It holds.", "one"), says("`make it`"), unchecked("It holds there", "aTest"), held("Outside", "one two", "aTest"),
]


class PromiseTable(unittest.TestCase):
    def wrong(self, rows=ROWS, page=PAGE, elsewhere=(), rules=("one", "two"), known=("aTest",)):
        return faults(page, rows, elsewhere, rules, known)

    def test_what_is_complete_has_no_fault(self):
        self.assertEqual(self.wrong(), [])

    def test_the_sentences_are_those_of_the_parts(self):
        self.assertEqual(sentences(PAGE), [
            "It holds.", "`make it` tests this.", "It holds there, too.", "Outside of a list it promises something.",
        ])

    def test_a_sentence_without_a_row(self):
        self.assertEqual(self.wrong(ROWS[:3] + [held("Outside", "two")], PAGE + "\n- A new one.\n"), [
            "0 rows are for the sentence: A new one."])

    def test_two_rows_for_a_sentence(self):
        self.assertEqual(self.wrong(ROWS + [says("Outside of a list")]), [
            "2 rows are for the sentence: Outside of a list it promises something."])

    def test_a_row_without_a_sentence(self):
        self.assertEqual(self.wrong(ROWS + [says("It was held")]), ["no sentence of docs/GUARANTEES.md begins with: It was held"])

    def test_a_rule_that_is_not_there(self):
        self.assertEqual(self.wrong(rules=("two",)), [
            "there is no rule 'one' (It holds.)", "there is no rule 'one' (Outside)"])

    def test_a_rule_that_holds_nothing(self):
        self.assertEqual(self.wrong(rules=("one", "two", "three")), ["the rule 'three' holds no promise"])

    def test_a_test_that_is_not_there(self):
        self.assertEqual(len(self.wrong(known=())), 2)

    def test_a_promise_that_nothing_holds(self):
        self.assertEqual(self.wrong([held("It holds.", "")] + ROWS[1:]), ["nothing holds: It holds."])

    def test_words_that_another_page_does_not_have(self):
        elsewhere = [("It is\nsaid here.", [held("It is said", "one"), held("It was said", "two")])]
        self.assertEqual(self.wrong(elsewhere=elsewhere), ["its page does not say: It was said"])


if __name__ == "__main__":
    unittest.main()
