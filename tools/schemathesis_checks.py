"""An additional check for `npm run test:contract` (tools/schemathesis.ts)."""

import re

import schemathesis

# The messages of validation by the schema (server/src/http/gates/faults.ts). Every other fault depends on stored data or
# compares two values of a request, which a schema cannot express; the API returns 422 for it as well (spec §1.2).
SCHEMA_FAULTS = [
    r"^is required\.$",
    r"^is not a known field\.$",
    r"^must (NOT|match|pass|be (>|<|multiple|equal|unique|string|number|integer|boolean|object|array|null)\b|be [<>]=)",
    r"^Use (an instant|a date|an e-mail address|an address|a language code|one of:)",
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
        if any(re.search(pattern, fault["message"]) for pattern in SCHEMA_FAULTS):
            raise AssertionError(f"openapi.json allows it, the server refuses it: {fault['field']}: {fault['message']}")
