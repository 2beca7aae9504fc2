import type { ErrorDetail } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Registered } from '../../feature.ts';
import { describeAbsence, findFileIds, findInProject, type ProjectRecord } from '../../projects/index.ts';
import { findTimeRangeFaults, spanFaults } from '../../sources/files/index.ts';
import { type FilledPassage, fillPassages, type Passage } from '../../sources/transcripts/index.ts';
import {
  acceptTaggings,
  findTaggingsOn,
  insertTaggings,
  lockTags,
  newTagging,
  type TaggingRow,
  type TargetType,
} from '../../tags/index.ts';
import type { NewTagging } from './schema.ts';
import { readTaggings, type TaggingView } from './store.ts';

export interface TaggingInput extends NewTagging {
  tag_id: string;
}

interface Attempt {
  input: TaggingInput;
  faults: ErrorDetail[];
  passage?: FilledPassage;
  target?: ProjectRecord;
}

/** Returns the tagging or the faults for each input, in the same order. */
export async function writeTaggings(
  recordsOf: Registered['recordsOf'],
  tx: Db,
  { principal, now }: Pick<Caller, 'principal' | 'now'>,
  projectId: string,
  inputs: readonly TaggingInput[],
): Promise<(TaggingView | ErrorDetail[])[]> {
  const attempts: Attempt[] = inputs.map((input) => ({ input, faults: shapeFaults(input) }));
  await findTargets(recordsOf, tx, projectId, attempts);
  await addTimeRangeFaults(tx, projectId, attempts);
  const tags = await lockTags(tx, projectId, [...new Set(inputs.map(({ tag_id }) => tag_id))]);
  for (const { input, faults } of attempts)
    if (!tags.has(input.tag_id)) faults.push({ field: 'tag_id', message: 'is not a tag of this project.' });

  const valid = attempts.filter(({ faults }) => faults.length === 0);
  const present = await findTaggingsOn(
    tx,
    valid.map(({ input }) => input.tag_id),
    valid.map(({ target }) => (target as ProjectRecord).id),
  );
  const existing = new Map(present.filter(({ detached }) => !detached).map((row) => [positionKey(row), row]));
  const made: TaggingRow[] = [];
  const accepted: string[] = [];
  const idOf = new Map<Attempt, string>();
  for (const attempt of valid) {
    const { input, passage, target } = attempt;
    const row: TaggingRow = {
      ...newTagging(
        {
          project_id: projectId,
          tag_id: input.tag_id,
          target_type: input.target_type,
          target: target as ProjectRecord,
        },
        now,
      ),
      ...passage,
      created_by: principal.user_id,
    };
    const known = existing.get(positionKey(row));
    if (known?.status === 'accepted') {
      attempt.faults.push({ field: 'target_id', message: 'already has this tag at the same position.' });
      continue;
    }
    if (known) accepted.push(known.id);
    else made.push(row);
    existing.set(positionKey(row), { ...(known ?? row), status: 'accepted' });
    idOf.set(attempt, (known ?? row).id);
  }
  await acceptTaggings(tx, accepted, principal.user_id, now);
  await insertTaggings(tx, made);
  const rows = await readTaggings(tx, [...idOf.values()]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return attempts.map((attempt) => byId.get(idOf.get(attempt) ?? '') ?? attempt.faults);
}

const positionKey = (row: TaggingRow) =>
  JSON.stringify([
    row.tag_id,
    row.target_id,
    row.start_character,
    row.end_segment_id,
    row.end_character,
    row.start_seconds,
    row.end_seconds,
    row.quote,
  ]);

function shapeFaults(input: TaggingInput): ErrorDetail[] {
  const faults = spanFaults(input);
  if (input.target_type !== 'segment')
    for (const field of ['start_character', 'end_segment_id', 'end_character'] as const)
      if (input[field] != null) faults.push({ field, message: 'belongs to a target of type segment.' });
  return faults;
}

/** Finds the targets and fills in their words. Files are locked before their parts. */
async function findTargets(
  recordsOf: Registered['recordsOf'],
  tx: Db,
  projectId: string,
  attempts: Attempt[],
): Promise<void> {
  const idsOf = (type: TargetType) =>
    attempts.flatMap(({ input }) => (input.target_type === type ? [input.target_id] : []));
  const clipFiles = await findFileIds(tx, recordsOf('clip'), projectId, idsOf('clip'));
  const fillings = await fillPassages(
    tx,
    projectId,
    attempts.map(({ input }) => passageOf(input, clipFiles)),
  );
  const kinds = [...new Set(attempts.map(({ input }) => input.target_type))].filter(
    (type) => type !== 'segment',
  );
  const found = new Map<string, ProjectRecord>();
  for (const kind of kinds)
    for (const row of await findInProject(tx, recordsOf(kind), projectId, idsOf(kind)))
      found.set(row.id, row);
  for (const [n, attempt] of attempts.entries()) {
    const { input, faults } = attempt;
    const { passage, faults: wrong } = fillings[n] as (typeof fillings)[number];
    const isSegment = input.target_type === 'segment';
    for (const { field, message } of wrong)
      faults.push({ field: isSegment && field === 'segment_id' ? 'target_id' : field, message });
    attempt.target =
      isSegment && passage ? segmentTarget(input.target_id, projectId, passage) : found.get(input.target_id);
    if (!attempt.target && wrong.length === 0)
      faults.push({ field: 'target_id', message: describeAbsence(recordsOf(input.target_type)) });
    if (!passage || !attempt.target) continue;
    attempt.target = isSegment ? { ...attempt.target, id: passage.segment_id as string } : attempt.target;
    attempt.passage = {
      ...passage,
      file_id: input.target_type === 'file' ? input.target_id : attempt.target.file_id,
    };
  }
}

const segmentTarget = (id: string, project_id: string, { file_id }: FilledPassage): ProjectRecord => ({
  id,
  project_id,
  file_id,
});

/** Only files, segments and parts of clips have words of a transcript. For other targets the input does not change. */
function passageOf(input: TaggingInput, clipFiles: ReadonlyMap<string, string>): Passage {
  const { target_type, target_id, tag_id: _, ...span } = input;
  if (target_type === 'segment') return { ...span, segment_id: target_id };
  if (target_type === 'file') return { ...span, file_id: target_id };
  if (target_type === 'clip' && (span.quote != null || span.start_seconds != null))
    return { ...span, file_id: clipFiles.get(target_id) };
  return span;
}

async function addTimeRangeFaults(tx: Db, projectId: string, attempts: Attempt[]): Promise<void> {
  const ranges = attempts.flatMap(({ input, target, faults }, n) =>
    target && faults.length === 0 ? [{ file_id: target.file_id, span: input, at: `${n}.` }] : [],
  );
  for (const { field, message } of await findTimeRangeFaults(tx, projectId, ranges)) {
    const [n, name] = field.split('.') as [string, string];
    attempts[Number(n)]?.faults.push({ field: name, message });
  }
}
