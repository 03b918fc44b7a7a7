"""A rule finds that what is sent leaves its place in a URL, in a record by hand."""

import copy
import unittest

import rules_find as by_hand
from record import Fact


class RulesFindOfUrls(unittest.TestCase):
    broken = by_hand.RulesFind.broken
    finds = by_hand.RulesFind.finds

    def test_a_payload_that_leaves_its_place_in_a_url(self):
        def asking(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
            # Its name was another one when its URL was written.
            found["wrote"].configuration["actions"]["opened"] = {
                "http": "http://server/url/open?q=${payload.page}", "parameters": {"page": {"required": True}}}

        def asked(query, page="x&admin=1"):
            sent = Fact("sent", 12.0, 11.9, dict(outcome="accepted", id="b2", kind="opened", payload={"page": page}, key=None, user=0,
                                                 durability="memory", duplicate=False, state="waiting", number=2))
            request = dict(at=12.1, method="GET", path=f"/url/open?{query}", mode="well", serial=1, status=200)
            return [sent, Fact("requests", 19.15, 19.15, dict(requests=[request]))]

        rule = "a_handler_on_its_way_to_a_url_stays_there"
        for right in ("q=x%26admin%3D1", "r=1"):
            self.assertEqual(self.broken(change=asking, more=asked(right)), {})
        self.finds(rule, change=asking, more=asked("q=x&admin=1"))
        self.finds(rule, change=asking, more=asked("q=x&admin=2", "x&admin=2"))
        self.finds(rule, change=asking, more=asked("q=50%41", "50%41"))
