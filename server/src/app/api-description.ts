import Type, { type TSchema } from 'typebox';
import { type EventType, eventMeanings, eventTypes, sampleEvent } from '../events/index.ts';
import { buildOpenApi } from '../http/openapi/document.ts';
import type { Route } from '../http/route.ts';

/** The OpenAPI document of /v1: routes, events, tags and the introduction. */
export function describeApi(routes: Route[], payloads: Partial<Record<EventType, TSchema>>): object {
  return buildOpenApi({
    version: '1.0.0',
    description: introduction,
    tags,
    routes: routes.toSorted((a, b) => tagOrder(a) - tagOrder(b)),
    events: eventTypes.map((type) => ({
      type,
      meaning: eventMeanings[type],
      data: payloads[type] ?? unspecified,
      example: sampleEvent(type),
    })),
  });
}

/** Events that no feature emits yet. */
const unspecified = Type.Object(
  {},
  { additionalProperties: true, description: 'The resource as its GET shows it, without signed URLs.' },
);

const tags = [
  { name: 'Identity', description: 'The user and the workspace of a key, and the usage of the plan.' },
  { name: 'Projects', description: 'Every file, tag, note, card, test and report belongs to a project.' },
  {
    name: 'Webhooks',
    description: 'Signed requests to your server for each event, and the history of their delivery.',
  },
  { name: 'Automations', description: 'REST hooks for Zapier, Make and n8n.' },
  { name: 'Tags', description: 'Codes of a study, and the records and passages that have them.' },
  { name: 'Notes', description: 'Texts by researchers about a project, a file or a passage.' },
  { name: 'Board', description: 'Lanes and cards in an order that all members share.' },
  { name: 'Tests', description: 'Surveys and interviews for participants, with their questions.' },
  { name: 'Responses', description: 'What participants answered, and the results of a test.' },
  { name: 'Engage', description: 'Publishing tests and recruiting participants for them.' },
  { name: 'Sessions', description: 'Interviews with participants: video calls and AI interviews.' },
  { name: 'Invitations', description: 'Personal links to a test, sent by mail.' },
  {
    name: 'Participants',
    description: 'People who are invited to tests or take them, with what they agreed to.',
  },
  { name: 'Files', description: 'Recordings and documents, with their metadata and links to their bytes.' },
  {
    name: 'Transcripts',
    description: 'The text of a file in segments with times and speakers, and its revisions.',
  },
  { name: 'Clips', description: 'Parts of a recording that can be shared.' },
  { name: 'Reels', description: 'Several clips joined to one recording that can be shared.' },
  {
    name: 'Reports',
    description: 'Answers to a question about the material, with verified quotations.',
  },
  { name: 'Chats', description: 'Questions about a project, and answers with verified quotations.' },
  { name: 'Sentiment', description: 'The mood of what participants say, with its strongest moments.' },
  { name: 'Jobs', description: 'Asynchronous work. Poll a job, wait for it, or subscribe to its event.' },
  { name: 'Search', description: 'Search in transcripts, notes, cards and other texts.' },
  { name: 'Events', description: 'The log of events, as webhooks receive them.' },
];

const tagOrder = (route: Route) => tags.findIndex(({ name }) => name === route.tag);

const introduction = `Every response is JSON: \`{ data, meta? }\`, or \`{ error: { code, message, details } }\`.
Send your key as \`Authorization: Bearer <key>\`. Lists take \`limit\` and \`cursor\`; follow \`meta.next_cursor\` until it is null.
Any POST may carry an \`Idempotency-Key\`; its first 2xx response is replayed for 24 hours.
Within v1 no field is renamed or removed, no type, status code or error code changes; fields and endpoints may be added.`;
