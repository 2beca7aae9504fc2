import type { Route } from '../../src/http/route.ts';
import { exampleBody, pathParameters } from '../factories.ts';
import { nextSlot, type RaceRecords, type RecordName } from './records.ts';

export interface RaceRequest {
  method: string;
  path: string;
  body: unknown;
  /** Brings the records into the state that the request needs. Call it when all requests of the race have their records. */
  prepare(): Promise<void>;
}

/** Sends a request of the owner. */
export type OwnerRequest = (method: string, path: string, body?: unknown) => Promise<unknown>;

interface Sample {
  /** The body, if the example of the route names records that do not exist. */
  body?(records: RaceRecords): Promise<object> | object;
  query?(records: RaceRecords): Promise<string> | string;
  /** The record for a kind of id in the path, if it is not the one of the same name. */
  ids?: Partial<Record<string, RecordName>>;
  /** The request is refused if the project has no transcript. */
  needsMaterial?: boolean;
  prepare?(records: RaceRecords, send: OwnerRequest): Promise<unknown>;
}

let number = 0;

/**
 * What the requests of a race need apart from their example in the documentation. A route without an entry is sent with its
 * example and the ids of the records: a new route needs an entry only if that is refused.
 */
const samples: Record<string, Sample> = {
  restoreProject: {
    prepare: async (records, send) => send('DELETE', `/v1/projects/${await records.project()}`),
  },
  createTag: { body: async (records) => ({ name: `Tag ${++number}`, parent_id: await records.tag() }) },
  updateTag: { body: () => ({ name: `Renamed ${++number}` }) },
  mergeTag: { body: async (records) => ({ into_tag_id: await records.otherTag() }) },
  createTaggings: {
    body: async (records) => ({
      taggings: [
        { tag_id: await records.tag(), target_type: 'segment', target_id: await records.lastSegment() },
        { tag_id: await records.otherTag(), target_type: 'segment', target_id: await records.segment() },
        { tag_id: await records.tag(), target_type: 'note', target_id: await records.note() },
        { tag_id: await records.tag(), target_type: 'card', target_id: await records.card() },
        { tag_id: await records.otherTag(), target_type: 'file', target_id: await records.file() },
      ],
    }),
  },
  updateTaggings: {
    body: async (records) => ({ tagging_ids: [await records.tagging()], status: 'rejected' }),
  },
  createTagging: {
    body: async (records) => ({ target_type: 'file', target_id: await records.file() }),
  },
  updateTagging: { body: () => ({ status: 'rejected' }) },
  createNote: {
    body: async (records) => ({
      body: 'A note.',
      file_id: await records.file(),
      response_id: await records.response(),
      tag_ids: [await records.otherTag(), await records.tag()],
    }),
  },
  updateNote: {
    body: async (records) => ({ response_id: await records.response(), tag_ids: [await records.otherTag()] }),
  },
  createComment: {
    body: async (records) => ({ target_type: 'card', target_id: await records.card(), body: 'A comment.' }),
  },
  deleteLane: { query: async (records) => `move_cards_to=${await records.otherLane()}` },
  moveLane: { body: async (records) => ({ after_lane_id: await records.otherLane() }) },
  createCard: {
    body: async (records) => ({
      title: 'A card',
      lane_id: await records.lane(),
      tag_ids: [await records.tag()],
      evidence: [{ segment_id: await records.lastSegment() }, { clip_id: await records.clip() }],
    }),
  },
  updateCard: {
    body: async (records) => ({
      title: 'Another title',
      tag_ids: [await records.otherTag(), await records.tag()],
      evidence: [{ segment_id: await records.segment() }],
    }),
  },
  moveCard: { body: async (records) => ({ lane_id: await records.otherLane() }) },
  updateResponse: { body: async (records) => ({ tag_ids: [await records.tag()] }) },
  scheduleSession: {
    ids: { test: 'interviewTest' },
    body: () => ({ participant: { email: `host${++number}@example.com` }, scheduled_start_at: nextSlot() }),
  },
  updateSession: { body: () => ({ scheduled_start_at: nextSlot() }) },
  createInvitations: {
    body: () => ({
      participants: [{ email: `z${++number}@example.com` }, { email: `a${number}@example.com` }],
    }),
  },
  createFile: {
    body: async (records) => ({ name: 'Words.txt', text: 'Some words.', tag_ids: [await records.tag()] }),
  },
  updateFile: { body: async (records) => ({ name: 'Renamed', tag_ids: [await records.otherTag()] }) },
  moveFile: { body: async (records) => ({ project_id: await records.otherProject() }) },
  autoTagProject: { needsMaterial: true },
  askQuestion: { needsMaterial: true },
  createReport: { needsMaterial: true },
  analyzeProjectSentiment: { needsMaterial: true },
  revertTranscript: { prepare: changeSpeaker },
  undoTranscriptChange: { prepare: changeSpeaker, body: () => ({}) },
  updateSegments: {
    body: async (records) => ({
      segments: [
        { id: await records.lastSegment(), text: 'Other words.' },
        { id: await records.segment(), text: 'Words that were corrected.' },
      ],
    }),
  },
  splitSegment: { body: () => ({ at_seconds: 6.5, at_character: 10 }) },
  mergeSpeakers: { body: () => ({ into_speaker_id: 'spk_2' }) },
  transcribeFile: { body: () => ({ overwrite: true }) },
  createClip: {
    body: async (records) => ({
      file_id: await records.file(),
      name: 'A clip',
      start_seconds: 3,
      end_seconds: 5,
      tag_ids: [await records.tag()],
    }),
  },
  updateClip: { body: async (records) => ({ end_seconds: 4, tag_ids: [await records.otherTag()] }) },
  createReel: {
    body: async (records) => ({
      name: 'A reel',
      clip_ids: [await records.otherClip(), await records.clip()],
    }),
  },
};

async function changeSpeaker(records: RaceRecords, send: OwnerRequest) {
  await send('PATCH', `/v1/files/${await records.file()}/transcript/speakers/spk_1`, { label: 'Grace' });
}

/** Builds a request of the route on these records. */
export async function createRaceRequest(
  route: Route,
  records: RaceRecords,
  send: OwnerRequest,
): Promise<RaceRequest> {
  const { ids = {}, body, query, prepare, needsMaterial }: Sample = samples[route.operationId] ?? {};
  let path = `/v1${route.path}`;
  for (const [name, kind] of Object.entries(route.ids ?? {})) {
    const record = records[(ids[kind] ?? kind) as RecordName];
    if (!record)
      throw new Error(`server/test/races/records.ts creates no record of the kind "${kind}": add one.`);
    path = path.replace(`{${name}}`, await record());
  }
  for (const [name, value] of pathParameters(route)) path = path.replace(`{${name}}`, value);
  if (needsMaterial) await records.file();
  return {
    method: route.method,
    path: query ? `${path}?${await query(records)}` : path,
    body: body ? await body(records) : exampleBody(route),
    prepare: async () => void (await prepare?.(records, send)),
  };
}

/** Routes that change no record of a project. */
const outsideProjects = /^\/(me|workspace|webhooks|automations)\b/;

export const isRaceRoute = ({ method, path, appOnly }: Route): boolean =>
  method !== 'GET' && !appOnly && !outsideProjects.test(path);
