import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { ErasedSources } from '../../evidence/index.ts';
import type { ErasureScope } from '../participants/index.ts';

type Redact = (
  db: Db,
  projectId: string,
  erased: ErasedSources,
  now: Date,
  changed: (tx: Db, count: number) => Promise<void>,
) => Promise<void>;

export interface ErasureDeps {
  /** The pool: each step is committed on its own, also if the request has an Idempotency-Key. */
  db: Db;
  clock: Clock;
  eraseFile(tx: Db, fileId: string, now: Date): Promise<boolean>;
  /** Cancels booked calls and queues the mails about it. */
  cancelSessions(tx: Db, scope: ErasureScope, now: Date): Promise<void>;
  redactReports: Redact;
  redactChats: Redact;
  /** Removes what receivers of these events answered. */
  removeExcerpts(tx: Db, eventIds: string[]): Promise<void>;
}
