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
  { name: 'Identity', description: 'Who the key belongs to, its workspace, and what is used and left.' },
  { name: 'Projects', description: 'The frame of a study: everything else belongs to a project.' },
  {
    name: 'Webhooks',
    description: 'Signed requests to your server when something happens, and the record of each.',
  },
  { name: 'Automations', description: 'REST hooks for Zapier, Make and n8n.' },
  { name: 'Tags', description: 'The words of a study, and what carries them.' },
  { name: 'Notes', description: 'What researchers write beside their material.' },
  { name: 'Board', description: 'Lanes and cards, in an order that is the same for all.' },
  { name: 'Tests', description: 'What participants are asked: surveys and interviews, and their questions.' },
  { name: 'Files', description: 'Recordings and documents: their bytes, and what is known about them.' },
  {
    name: 'Transcripts',
    description: 'What was said or written in a file, moment by moment, with its history.',
  },
  { name: 'Clips', description: 'Moments cut out of a recording, to be shown to others.' },
  {
    name: 'Reports',
    description: 'What the material says about a question, with proof for every quotation.',
  },
  { name: 'Jobs', description: 'Work that takes a while: poll it, or wait for its event.' },
  { name: 'Search', description: 'Find the passage, wherever it was said or written.' },
  { name: 'Events', description: 'What happened, as subscribers are told.' },
];

const tagOrder = (route: Route) => tags.findIndex(({ name }) => name === route.tag);

const introduction = `Every response is JSON: \`{ data, meta? }\`, or \`{ error: { code, message, details } }\`.
Send your key as \`Authorization: Bearer <key>\`. Lists take \`limit\` and \`cursor\`; follow \`meta.next_cursor\` until it is null.
Any POST may carry an \`Idempotency-Key\`; its first 2xx answer is replayed for 24 hours.
Within v1 no field is renamed or removed, no type, status code or error code changes; fields and endpoints may be added.`;
