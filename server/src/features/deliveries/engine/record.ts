import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type AttemptRecord, type RecordHooks, recordAttempts } from './attempt-store.ts';
import { retryDelayMs } from './background.ts';
import type { Capacity } from './capacity.ts';
import type { DeliveryMetrics } from './metrics.ts';
import type { DeliveryKind } from './queue-store.ts';
import { pause } from './signal.ts';

const batchMax = 512;
/** With more attempts in flight than this, a smaller batch than `batchMin` waits a moment for more records. */
const busyAttempts = 32;
const batchMin = 192;
const gatherMs = 15;

export interface RecordDeps {
  db: Db;
  log: Log;
  kind: DeliveryKind;
  recordHooks: RecordHooks;
  capacity: Capacity;
  metrics: DeliveryMetrics;
  attemptsInFlight(): number;
}

export interface Recorder {
  add(record: AttemptRecord): void;
  /** How many records were written since the last call. */
  takeWrittenCount(): number;
  /** Resolves when everything that was added is written. */
  done(): Promise<void>;
}

/** Writes records in batches, one batch at a time: what arrives during a write is the next batch. */
export function createRecorder(deps: RecordDeps): Recorder {
  const records: AttemptRecord[] = [];
  let writing: Promise<void> | undefined;
  let writtenCount = 0;

  /** Repeats a failed write until the database accepts it. */
  async function writeAll(): Promise<void> {
    for (let failures = 0; records.length > 0; ) {
      if (records.length < batchMin && deps.attemptsInFlight() > busyAttempts) await pause(gatherMs);
      const batch = records.slice(0, batchMax);
      try {
        await recordAttempts(deps.db, deps.kind, deps.recordHooks, batch);
        records.splice(0, batch.length);
        deps.metrics.recorded(batch);
        deps.capacity.release(batch.length);
        writtenCount += batch.length;
        failures = 0;
      } catch (error) {
        deps.log.warn(
          { event: 'delivery.record_failed', err: error, kind: deps.kind },
          'results could not be written; the write is repeated',
        );
        await pause(retryDelayMs(failures++));
      }
    }
    // Not in a `finally`, which runs a tick later: a record that is added in between would not be written.
    writing = undefined;
  }

  return {
    add(record) {
      records.push(record);
      writing ??= writeAll();
    },
    takeWrittenCount() {
      const count = writtenCount;
      writtenCount = 0;
      return count;
    },
    done: async () => writing,
  };
}
