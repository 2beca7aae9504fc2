import { invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { isUnchanged, requireVersion } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import {
  findNonMembers,
  getProjectForAddition,
  lockProject,
  type Need,
  requireAccess,
} from '../../projects/index.ts';
import { setTags } from '../../tags/index.ts';
import type { CardChange, NewCard } from './card-schema.ts';
import { type CardRow, findCard, insertCard, removeCard, saveCard } from './card-store.ts';
import { readEvidence } from './evidence.ts';
import { lockEndOfLane } from './move-card.ts';
import { boardChange } from './order.ts';

export async function createCard(
  { db, principal, now }: Caller,
  projectId: string,
  input: NewCard,
): Promise<CardRow> {
  return db.transaction(async (tx) => {
    await getProjectForAddition(tx, principal, projectId);
    await requireAssignee(tx, principal.workspace_id, input.assignee_id);
    const evidence = await readEvidence(tx, projectId, input.evidence ?? [], []);
    const card: CardRow = {
      id: newId('card', now.getTime()),
      project_id: projectId,
      ...(await lockEndOfLane(tx, projectId, input.lane_id, null)),
      title: input.title,
      body: input.body ?? null,
      color: input.color ?? null,
      tag_ids: input.tag_ids ?? [],
      assignee_id: input.assignee_id ?? null,
      priority: input.priority ?? null,
      due_on: input.due_on ?? null,
      evidence,
      version: 1,
      created_by: principal.user_id,
      created_at: now,
      updated_at: now,
    };
    await insertCard(tx, card);
    await setTags(tx, toTaggedRecord(card), card.tag_ids, { created_by: principal.user_id, now });
    return card;
  }, boardChange);
}

export async function getCard(
  { db, principal }: Caller,
  cardId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const card = await findCard(db, principal, cardId, lock);
  if (!card) throw notFound('Card');
  requireAccess(card, principal, need);
  return card;
}

export async function changeCard(
  caller: Caller,
  cardId: string,
  { expected_version, ...change }: CardChange,
): Promise<CardRow> {
  const { principal, now } = caller;
  return caller.db.transaction(
    async (tx) => {
      const inTx = { ...caller, db: tx };
      const seen = await getCard(inTx, cardId, 'write', sql`for key share of p`);
      await requireAssignee(tx, principal.workspace_id, change.assignee_id);
      // All transactions lock in the order project (share), sources, board, card, so that they cannot deadlock.
      const evidence =
        change.evidence && (await readEvidence(tx, seen.project_id, change.evidence, seen.evidence));
      const [destination, before] = await Promise.all([
        change.lane_id === undefined ? undefined : lockEndOfLane(tx, seen.project_id, change.lane_id, cardId),
        getCard(inTx, cardId, 'write', sql`for no key update of c for key share of p`),
      ]);
      requireVersion('card', before.version, expected_version);
      const after: CardRow = {
        ...before,
        ...change,
        evidence: evidence ?? before.evidence,
        ...(destination && destination.lane_id !== before.lane_id
          ? destination
          : { lane_id: before.lane_id }),
        version: before.version + 1,
        updated_at: now,
      };
      if (isUnchanged(before, after)) return before;
      await saveCard(tx, after);
      if (change.tag_ids)
        await setTags(tx, toTaggedRecord(after), after.tag_ids, { created_by: principal.user_id, now });
      return after;
    },
    change.lane_id === undefined ? {} : boardChange,
  );
}

export async function deleteCard(caller: Caller, cardId: string): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    await lockProject(tx, (await getCard(inTx, cardId, 'write')).project_id);
    await getCard(inTx, cardId, 'write', sql`for update of c`);
    await removeCard(tx, cardId);
  });
}

async function requireAssignee(
  tx: Db,
  workspaceId: string,
  userId: string | null | undefined,
): Promise<void> {
  if (userId == null) return;
  // The removal of the member waits, and then finds the card. Called before the board is locked.
  const nonMembers = await findNonMembers(tx, workspaceId, [userId], sql`for key share`);
  if (nonMembers.length > 0) throw invalidField('assignee_id', 'is not a member of this workspace.');
}

const toTaggedRecord = (card: CardRow) => ({
  type: 'card' as const,
  id: card.id,
  project_id: card.project_id,
  file_id: null,
});
