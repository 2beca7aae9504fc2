import { invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import { getProjectForAddition, lockProject, type Need, requireAccess } from '../../projects/index.ts';
import { moveAllCards } from './card-store.ts';
import type { LaneChange, LaneDeletion, LaneMove, NewLane } from './lane-schema.ts';
import { findLane, findLaneId, insertLane, type LaneRow, removeLane, saveLane } from './lane-store.ts';
import { readDestination } from './move-destination.ts';
import {
  boardChange,
  cardsInLanes,
  findGapAtEnd,
  findGapNextTo,
  type Gap,
  keyAtEnd,
  keyFor,
  keysAtEnd,
  lanesInProjects,
  lockBoard,
} from './order.ts';

export async function createLane(
  { db, principal, now }: Caller,
  projectId: string,
  input: NewLane,
): Promise<LaneRow> {
  return db.transaction(async (tx) => {
    await getProjectForAddition(tx, principal, projectId);
    const [, gap] = await Promise.all([
      lockBoard(tx, projectId),
      findGapAtEnd(tx, lanesInProjects, projectId),
    ]);
    const lane: LaneRow = {
      id: newId('lane', now.getTime()),
      project_id: projectId,
      name: input.name,
      color: input.color ?? null,
      position: keyAtEnd(gap),
      card_count: 0,
      created_by: principal.user_id,
      created_at: now,
      updated_at: now,
    };
    await insertLane(tx, lane);
    return lane;
  }, boardChange);
}

export async function getLane(
  { db, principal }: Caller,
  laneId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const lane = await findLane(db, principal, laneId, lock);
  if (!lane) throw notFound('Lane');
  requireAccess(lane, principal, need);
  return lane;
}

const forWrite = sql`for no key update of l for key share of p`;
/** Locks the project before the board, so that no transaction holds the board while it waits for a deletion of the project. */
const projectShareLock = sql`for key share of p`;

export async function changeLane(caller: Caller, laneId: string, change: LaneChange): Promise<LaneRow> {
  return caller.db.transaction(async (tx) => {
    const before = await getLane({ ...caller, db: tx }, laneId, 'write', forWrite);
    const after: LaneRow = { ...before, ...change, updated_at: caller.now };
    if (isUnchanged(before, after)) return before;
    await saveLane(tx, after);
    return after;
  });
}

export async function moveLane(caller: Caller, laneId: string, move: LaneMove): Promise<LaneRow> {
  const { destination, field } = readDestination('lane', laneId, move.before_lane_id, move.after_lane_id);
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getLane(inTx, laneId, 'write', projectShareLock);
    const findGap = (): Promise<Gap | undefined> =>
      destination === 'end'
        ? findGapAtEnd(tx, lanesInProjects, project_id, laneId)
        : findGapNextTo(tx, lanesInProjects, project_id, destination, laneId);
    const [, gap] = await Promise.all([lockBoard(tx, project_id), findGap()]);
    if (!gap) throw invalidField(field, 'is not a lane of this project.');
    const position = await keyFor(tx, lanesInProjects, gap, findGap);
    const lane = await getLane(inTx, laneId, 'write', forWrite);
    const moved: LaneRow = { ...lane, position, updated_at: caller.now };
    await saveLane(tx, moved);
    return moved;
  }, boardChange);
}

/** A lane with cards is deleted only if the request says what happens to the cards (spec §5.5). */
export async function deleteLane(caller: Caller, laneId: string, { move_cards_to, cards }: LaneDeletion) {
  const { now } = caller;
  if (move_cards_to !== undefined && cards !== undefined) {
    throw invalidField('cards', 'cannot be used together with move_cards_to.');
  }
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { project_id } = await getLane(inTx, laneId, 'write');
    await lockProject(tx, project_id);
    await lockBoard(tx, project_id);
    const lane = await getLane(inTx, laneId, 'write', sql`for update of l`);
    if (move_cards_to !== undefined) {
      const target = move_cards_to === laneId ? undefined : await findLaneId(tx, project_id, move_cards_to);
      if (!target) throw invalidField('move_cards_to', 'is not another lane of this project.');
      const end = await findGapAtEnd(tx, cardsInLanes, target);
      const keys = keysAtEnd(end, lane.card_count);
      await moveAllCards(tx, laneId, target, keys, now);
    } else if (lane.card_count > 0 && cards !== 'delete') {
      throw invalidField('move_cards_to', 'This lane has cards. Use move_cards_to or cards=delete.');
    }
    await removeLane(tx, laneId);
  }, boardChange);
}
