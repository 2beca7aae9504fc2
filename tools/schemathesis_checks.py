"""An additional check for `npm run test:contract` (tools/schemathesis.ts)."""

import re

import schemathesis

# Faults that a schema cannot express: they depend on stored data or compare two values of a request.
# The API returns 422 for them, as for any invalid value (spec §1.2).
SEMANTIC_FAULTS = [
    r"^is not (a|an|one of the) \w+( \w+)? of this (project|workspace|transcript|file)\.$",
    r"^This is not a cursor of this API\.$",
    r"^This cursor belongs to a list with another sort order or other filters\.$",
    r"^must be (greater than|at least 0\.1 seconds after) start_seconds\.$",
    r"^This file has no transcript yet: ",
    r"^This project is not deleted\.$",
    r"^is taken by another (tag|lane) of this project\.$",
    r"^must not be blank\.$",  # The pattern allows invisible characters that are not spaces.
    r"^is not a project that you can see\.$",
    r"^is not another lane of this project\.$",
    r"^This (secret was replaced|job has already ended|file is|delivery is|clip is)",
    r"^must not be (before `from`|in the future)\.$",
    r"^is required (when \w+ is given|with content)\.$",
    r"^must be at most 2 hours after start_seconds\.$",
    r"^The text contains no VTT or SRT cues\.$",
    r"^is the (lane|card|tag) itself\.$",
    r"^There is nothing to read: ",
    r"^cannot be a \w+ yet: this version of Parley has no ",
    # OpenAPI cannot express a rule between two parameters.
    r"^cannot be used together with move_cards_to\.$",
    r"^must not exceed \d+ bytes together",
    r"[Rr]ead it again\.$",  # expected_version and expected_revision
    r"^Another speaker has this label: ",
    r"^must be another speaker\.$",
    r"^is not a segment of this transcript, or is given twice\.$",
    r"^belongs to a target of type segment\.$",
    r"^is required for a time range\.$",
    r"^is not a recording: only video and audio can be cut\.$",
    # A state that forbids the action.
    r"^is (\w+)\. Only an? (test|session|invitation) ",
    r"^The (test|invitation|session|participant) (is|has) ",
    r"^(is required: the invitation has expired|was erased and can no longer be changed)\.$",
    r"^Sessions of a test of type \w+ cannot be scheduled\.$",
    r"^(An AI interview has no (schedule|call)|This test has no questions to answer|Only a call in progress can be recorded)\.$",
    # The times and participants of a session, a slot or an invitation.
    r"^is within another slot\.$",
    r"^must be at (least \d+ minutes after start_at|most 8 hours after scheduled_start_at)\.$",
    r"^must (be|contain a slot) in the future\.$",
    r"^must (be after scheduled_start_at|not be in the past)\.$",
    r"^is (not allowed with|required without) invitation_id\.$",
    r"^(is not an invitation of this test|Another session of this test is at this time|is given twice)\.$",
    r"^must (contain|be) .* for a live_interview\.$",
    r"^cannot be removed after the test was published\.$",
    r"^can have at most \d+ bytes\.$",
    r"^Use a time ?zone such as Europe/Berlin\.$",
    # See allow-x00 in schemathesis.toml.
    r"^contains a NUL character\.$",
    r"^This key was used for another request path within the last 24 hours\.$",
]


@schemathesis.check
def described_input_is_accepted(ctx, response, case):
    """Replaces positive_data_acceptance: input that openapi.json describes is not refused by validation."""
    # Sequences of requests use the ids of real records, whose state forbids many actions with 422 (spec §1.2).
    if case.meta is not None and case.meta.phase.name == "stateful":
        return
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    for fault in response.json()["error"]["details"]:
        # openapi.json does not list the other fields of a form with a file.
        if fault["message"] == "is not a known field." and case.media_type == "multipart/form-data":
            continue
        # The valid fields of a question and of the parts of a test depend on each other and on stored data.
        if re.match(r"questions\.\d+\.|(screener|consent|moderator|scheduling|postDetails)\b", fault["field"]):
            continue
        if not any(re.search(pattern, fault["message"]) for pattern in SEMANTIC_FAULTS):
            raise AssertionError(f"openapi.json allows it, the server refuses it: {fault['field']}: {fault['message']}")
