import type { TSchema } from 'typebox';
import { type EventType, eventMeanings, eventTypes, sampleEvent } from '../events/index.ts';
import { Event } from '../features/deliveries/event-log/index.ts';
import { type JobKinds, jobTypes } from '../features/jobs/index.ts';
import { buildOpenApi } from '../http/openapi/document.ts';
import type { Route } from '../http/route.ts';
import { Nullable } from '../http/schema.ts';

interface Described {
  routes: Route[];
  jobKinds: Required<JobKinds>;
  eventPayloads: Record<EventType, TSchema>;
}

/** The OpenAPI document of /v1: routes, events, tags and the introduction. */
export function describeApi({ routes, jobKinds, eventPayloads }: Described): object {
  return buildOpenApi({
    version: '1.0.0',
    description: introduction,
    tags: tags.map(({ guide, ...tag }) => ({
      ...tag,
      externalDocs: { description: 'Guide', url: `/docs/guides/${guide}` },
    })),
    routes: routes.toSorted((a, b) => tagOrder(a) - tagOrder(b)),
    payloads: {
      job: Object.fromEntries(
        jobTypes.map((type) => [
          type,
          { description: `A job of type \`${type}\`.`, schema: Nullable(jobKinds[type].result) },
        ]),
      ),
      event: Object.fromEntries(
        eventTypes.map((type) => [type, { description: eventMeanings[type], schema: eventPayloads[type] }]),
      ),
    },
    event: Event,
    samples: Object.fromEntries(eventTypes.map((type) => [type, sampleEvent(type)])),
  });
}

/** `guide` is the name of a file in docs/api. */
const tags = [
  {
    name: 'Identity',
    guide: 'members-and-keys',
    description: 'The user and the workspace of a key, and the usage of the plan.',
  },
  {
    name: 'Projects',
    guide: 'projects',
    description: 'Every file, tag, note, card, test and report belongs to a project.',
  },
  {
    name: 'Webhooks',
    guide: 'webhooks',
    description: 'Signed requests to your server for each event, and the history of their delivery.',
  },
  { name: 'Automations', guide: 'webhooks', description: 'REST hooks for Zapier, Make and n8n.' },
  {
    name: 'Tags',
    guide: 'tags',
    description: 'Codes of a study, and the records and passages that have them.',
  },
  {
    name: 'Notes',
    guide: 'notes',
    description: 'Texts by researchers about a project, a file or a passage.',
  },
  { name: 'Board', guide: 'board', description: 'Lanes and cards in an order that all members share.' },
  {
    name: 'Tests',
    guide: 'tests',
    description: 'Surveys and interviews for participants, with their questions.',
  },
  {
    name: 'Responses',
    guide: 'responses',
    description: 'What participants answered, and the results of a test.',
  },
  {
    name: 'Engage',
    guide: 'participant-pages',
    description: 'Publishing tests and recruiting participants for them.',
  },
  {
    name: 'Sessions',
    guide: 'sessions',
    description: 'Interviews with participants: video calls and AI interviews.',
  },
  { name: 'Invitations', guide: 'invitations', description: 'Personal links to a test, sent by mail.' },
  {
    name: 'Participants',
    guide: 'erasure',
    description: 'People who are invited to tests or take them, with what they agreed to.',
  },
  {
    name: 'Files',
    guide: 'files',
    description: 'Recordings and documents, with their metadata and links to their bytes.',
  },
  {
    name: 'Transcripts',
    guide: 'transcripts',
    description: 'The text of a file in segments with times and speakers, and its revisions.',
  },
  { name: 'Clips', guide: 'clips', description: 'Parts of a recording that can be shared.' },
  { name: 'Reels', guide: 'clips', description: 'Several clips joined to one recording that can be shared.' },
  {
    name: 'Reports',
    guide: 'reports',
    description: 'Answers to a question about the material, with verified quotations.',
  },
  {
    name: 'Chats',
    guide: 'chat',
    description: 'Questions about a project, and answers with verified quotations.',
  },
  {
    name: 'Sentiment',
    guide: 'sentiment',
    description: 'The mood of what participants say, with its strongest moments.',
  },
  {
    name: 'Highlights',
    guide: 'highlights',
    description: 'Tagged passages, each once: who said them, where, in which mood and with which tags.',
  },
  {
    name: 'Matrix',
    guide: 'matrix',
    description:
      'Who said something about what: highlights by person and tag, answers by person and question.',
  },
  { name: 'Comments', guide: 'comments', description: 'What members say to each other about records.' },
  { name: 'Inbox', guide: 'inbox', description: 'What concerns you and others did.' },
  {
    name: 'Coverage',
    guide: 'coverage',
    description: 'How much of what participants said is highlighted or quoted, and what no finding uses.',
  },
  {
    name: 'Jobs',
    guide: 'jobs',
    description: 'Asynchronous work. Poll a job, wait for it, or subscribe to its event.',
  },
  { name: 'Search', guide: 'search', description: 'Search in transcripts, notes, cards and other texts.' },
  { name: 'Events', guide: 'events', description: 'The log of events, as webhooks receive them.' },
];

function tagOrder({ tag, operationId }: Route): number {
  const order = tags.findIndex(({ name }) => name === tag);
  if (order < 0)
    throw new Error(`server/src/app/api-description.ts has no tag "${tag}" (${operationId}): add it.`);
  return order;
}

const introduction = `The [guides](/docs/guides) explain the concepts with requests that work as they are printed.

Every response is JSON: \`{ data, meta? }\`, or \`{ error: { code, message, details } }\`.
Send your key as \`Authorization: Bearer <key>\`. Lists take \`limit\` and \`cursor\`; follow \`meta.next_cursor\` until it is null.
Any POST may carry an \`Idempotency-Key\`; its first 2xx response is replayed for 24 hours.
Within v1 no field is renamed or removed, no type, status code or error code changes; fields and endpoints may be added.`;
