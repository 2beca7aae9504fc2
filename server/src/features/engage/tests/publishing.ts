import type { Emit } from '../../../events/index.ts';
import { invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';
import { contentOf, type TestStatus } from './content.ts';
import { requireNoFaults } from './faults.ts';
import { findContentFaults } from './publish-faults.ts';
import { toTest } from './schema.ts';
import { getTest, getTestLocked } from './service.ts';
import { saveTest, type TestRow } from './store.ts';
import { insertVersion } from './versions.ts';

export interface PublishingDeps {
  emit: Emit;
  participantLinks: ParticipantLinks;
}

/** Draft to live. The row lock makes other publishers wait; they then find a live test and emit nothing. */
export async function publishTest(
  { emit, participantLinks: links }: PublishingDeps,
  caller: Caller,
  testId: string,
): Promise<TestRow> {
  const { now, principal } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const draft = await getTestLocked(inTx, testId);
    if (draft.status === 'live') return draft;
    requireStatus(draft, ['draft'], 'be published');
    requireNoFaults([...findContentFaults(contentOf(draft), now), ...(await findMediaFaults(tx, draft))]);
    const live = { ...draft, status: 'live' as const, version: 1, published_at: now, updated_at: now };
    await saveTest(tx, live);
    await insertVersion(tx, live, principal.user_id, now);
    await links.issue(tx, { test_id: testId }, now);
    const published = await getTest(inTx, testId);
    await emit(tx, {
      type: 'test.published',
      workspace_id: published.workspace_id,
      project_id: published.project_id,
      data: toTest(published, links.urlOf),
      at: now,
    });
    return published;
  });
}

/** The other changes of status: from which statuses, and to which. */
export const transitions = {
  pause: { from: ['live'], to: 'paused' },
  resume: { from: ['paused'], to: 'live' },
  close: { from: ['live', 'paused'], to: 'closed' },
} as const satisfies Record<string, { from: TestStatus[]; to: TestStatus }>;

const participles = { pause: 'be paused', resume: 'be resumed', close: 'be closed' };

/** A test that has the status already is returned as it is, so that a repeated request succeeds. */
export async function changeStatus(
  caller: Caller,
  testId: string,
  action: keyof typeof transitions,
): Promise<TestRow> {
  const { from, to } = transitions[action];
  return caller.db.transaction(async (tx) => {
    const before = await getTestLocked({ ...caller, db: tx }, testId);
    if (before.status === to) return before;
    requireStatus(before, from, participles[action]);
    const closed_at = to === 'closed' ? caller.now : null;
    const after = { ...before, status: to, closed_at, updated_at: caller.now };
    await saveTest(tx, after);
    return after;
  });
}

function requireStatus({ status }: TestRow, allowed: readonly TestStatus[], verb: string): void {
  if (allowed.includes(status)) return;
  throw invalidField('status', `is ${status}. Only a test that is ${allowed.join(' or ')} can ${verb}.`);
}

/** Media that participants could not see: a file that is gone, or that is still being uploaded or processed. */
async function findMediaFaults(tx: Db, { questions }: TestRow) {
  const ids = questions.flatMap(({ media_file_id }) => media_file_id ?? []);
  if (ids.length === 0) return [];
  const files = await tx.query<{ id: string; status: string }>(sql`
    select id, status from files where id = any(${ids}::text[])`);
  const statuses = new Map(files.map(({ id, status }) => [id, status]));
  return questions.flatMap(({ media_file_id }, i) => {
    if (media_file_id === null || statuses.get(media_file_id) === 'ready') return [];
    const status = statuses.get(media_file_id);
    const message = status ? `must be ready. This file is ${status}.` : 'is not a file of this project.';
    return [{ field: `questions.${i}.media_file_id`, message }];
  });
}
