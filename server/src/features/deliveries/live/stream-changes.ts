import type { ServerSentEvent } from '../../../http/event-stream.ts';
import { type Db, pgErrorCode } from '../../../platform/database/index.ts';
import { type OpenStream, quietMs } from './hub.ts';
import { decodePosition, encodePosition } from './position.ts';
import { type ChangeBatch, readChangesSince, readRecentChanges } from './store.ts';
import { type Viewer, visibleChanges } from './visible-changes.ts';

export interface StreamRequest {
  db: Db;
  stream: OpenStream;
  viewer: Viewer;
  /** The id of the last event that the browser received. */
  lastEventId: string | undefined;
  signal: AbortSignal;
}

/** A position may be this old. Rows are stored a little longer, so that none is missing. */
export const resumableSeconds = 3_300;
export const retentionSeconds = 3_600;

/**
 * `change` says what changed; `reset` that too much changed, or that the position of the browser is too old, so that it
 * refetches what it shows; `position` says that everything until now was sent. The id of an event is where the browser
 * continues after a lost connection. It gets a change again rather than never.
 */
export async function* streamChanges(request: StreamRequest): AsyncGenerator<ServerSentEvent> {
  const { db, stream, viewer, signal } = request;
  const end = () => stream.end();
  signal.addEventListener('abort', end, { once: true });
  try {
    let sentMs = performance.now();
    yield* render(stream.epoch, viewer, await catchUp(db, stream.epoch, request.lastEventId), true);
    for (;;) {
      const batch = await stream.next();
      if (batch === undefined || signal.aborted) return;
      const isQuiet = performance.now() - sentMs >= quietMs;
      const events = render(stream.epoch, viewer, batch, isQuiet);
      if (events.length > 0) sentMs = performance.now();
      yield* events;
    }
  } finally {
    signal.removeEventListener('abort', end);
    stream.end();
  }
}

/** What the browser missed. A position that is not of this database, or too old, gets a reset. */
async function catchUp(db: Db, epoch: string, lastEventId: string | undefined): Promise<ChangeBatch> {
  const position = lastEventId === undefined ? undefined : decodePosition(lastEventId);
  const recent = await readRecentChanges(db);
  if (lastEventId === undefined) return recent;
  const lost: ChangeBatch = { ...recent, isCut: true };
  if (position?.epoch !== epoch || recent.seconds - position.seconds > resumableSeconds) return lost;
  try {
    return await readChangesSince(db, position.snapshot);
  } catch (error) {
    // A forged position contains an invalid snapshot.
    if (pgErrorCode(error)?.startsWith('22')) return lost;
    throw error;
  }
}

/** Only the last event of a batch has an id, so that a batch that was cut by a lost connection is sent again. */
function render(epoch: string, viewer: Viewer, batch: ChangeBatch, withPosition: boolean): ServerSentEvent[] {
  const { snapshot, seconds } = batch;
  const events: ServerSentEvent[] = batch.isCut
    ? [{ event: 'reset', data: {} }]
    : visibleChanges(batch.rows, viewer).map((data) => ({ event: 'change', data }));
  if (withPosition && events.length === 0) events.push({ event: 'position', data: {} });
  const last = events.at(-1);
  if (last) last.id = encodePosition({ epoch, seconds, snapshot });
  return events;
}
