import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db, Transaction } from '../../../platform/database/index.ts';
import { requireAccess } from '../../projects/index.ts';
import type { CardMove } from './card-schema.ts';
import { type CardRow, findCardAccess, findCardForUpdate, savePosition } from './card-store.ts';
import { findLaneEnd, findLaneId } from './lane-store.ts';
import { readDestination } from './move-destination.ts';
import { boardChange, cardsInLanes, findGapNextTo, type Gap, keyAtEnd, keyFor, lockBoard } from './order.ts';

/**
 * A move locks the board for one round trip: the lock, the card and the gap are requested together, and the write is sent
 * with the commit.
 */
export async function moveCard(caller: Caller, cardId: string, move: CardMove): Promise<CardRow> {
  const { destination, field } = readDestination('card', cardId, move.before_card_id, move.after_card_id);
  return caller.db.transaction(async (tx) => {
    const seen = await findCardAccess(tx, caller.principal, cardId);
    if (!seen) throw notFound('Card');
    requireAccess(seen, caller.principal, 'write');
    const { project_id } = seen;
    const findGap = (): Promise<Gap | undefined> =>
      destination === 'end'
        ? findLaneEnd(tx, project_id, move.lane_id ?? seen.lane_id, cardId)
        : findGapNextTo(tx, cardsInLanes, project_id, destination, cardId);

    const [, card, gap] = await Promise.all([
      lockBoard(tx, project_id),
      findCardForUpdate(tx, cardId),
      findGap(),
    ]);
    if (!card) throw notFound('Card');
    if (!gap || (move.lane_id !== undefined && gap.sequence_id !== move.lane_id)) {
      if (move.lane_id === undefined) throw invalidField(field, 'is not a card of this project.');
      await requireLane(tx, project_id, move.lane_id);
      throw invalidField(field, 'is not a card of that lane.');
    }
    const moved: CardRow = {
      ...card,
      lane_id: gap.sequence_id,
      position: await keyFor(tx, cardsInLanes, gap, findGap),
      version: card.version + 1,
      updated_at: caller.now,
    };
    savePosition(tx, moved);
    return moved;
  }, boardChange);
}

/** Locks the board and returns the position after the last card of a lane, by default of the first lane. */
export async function lockEndOfLane(
  tx: Transaction,
  projectId: string,
  laneId: string | undefined,
  moving: string | null,
): Promise<{ lane_id: string; position: string }> {
  const [, gap] = await Promise.all([lockBoard(tx, projectId), findLaneEnd(tx, projectId, laneId, moving)]);
  if (!gap && laneId !== undefined) throw notALane();
  if (!gap) throw invalidField('lane_id', 'This project has no lane. Create one first.');
  return { lane_id: gap.sequence_id, position: keyAtEnd(gap) };
}

async function requireLane(tx: Db, projectId: string, laneId: string): Promise<void> {
  if (!(await findLaneId(tx, projectId, laneId))) throw notALane();
}

const notALane = () => invalidField('lane_id', 'is not a lane of this project.');
