"""Imports every module of the generated client, then sends requests to a running server with its functions."""

import importlib
import json
import os
import pkgutil
import sys

import parley_api_client

assert sys.version_info >= (3, 11), sys.version

modules = [
    importlib.import_module(module.name).__name__
    for module in pkgutil.walk_packages(parley_api_client.__path__, "parley_api_client.")
]

from parley_api_client import AuthenticatedClient  # noqa: E402
from parley_api_client.api.events import list_events  # noqa: E402
from parley_api_client.api.files import create_file  # noqa: E402
from parley_api_client.api.jobs import get_job  # noqa: E402
from parley_api_client.api.projects import create_project, get_project  # noqa: E402
from parley_api_client.api.sentiment import analyze_file_sentiment  # noqa: E402
from parley_api_client.models import (  # noqa: E402
    Error,
    FileCreateByTranscript,
    ProjectCreate,
    ProjectCreatedEvent,
    SegmentInput,
    SentimentJob,
    TranscriptImportBySegments,
)

client = AuthenticatedClient(base_url=os.environ["PARLEY_URL"], token=os.environ["PARLEY_API_KEY"])

created = create_project.sync(client=client, body=ProjectCreate(name="From Python"))
read = get_project.sync(created.data.id, client=client)
refused = create_project.sync(client=client, body=ProjectCreate(name=""))
assert isinstance(refused, Error)

segment = SegmentInput(start_seconds=0, end_seconds=4, text="I love the new total.", speaker="Mina")
file = create_file.sync(
    created.data.id,
    client=client,
    body=FileCreateByTranscript(name="Interview", transcript=TranscriptImportBySegments(segments=[segment])),
)
started = analyze_file_sentiment.sync(file.data.id, client=client)
job = get_job.sync(started.data.id, client=client)
assert isinstance(started.data, SentimentJob) and isinstance(job.data, SentimentJob)
events = list_events.sync(client=client)
assert isinstance(events.data[0], ProjectCreatedEvent), events.data

print(
    json.dumps(
        {
            "modules": len(modules),
            "project": read.data.name,
            "refused": [refused.error.code, refused.error.details[0].field],
            "job": [job.data.type_, job.data.result],
            "event": [events.data[0].type_, events.data[0].data.name],
        }
    )
)
