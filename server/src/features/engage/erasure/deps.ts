import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { Registered } from '../../feature.ts';
import type { Redaction } from '../../sources/files/index.ts';
import type { ErasureScope } from '../participants/index.ts';

export interface ErasureDeps {
  /** The pool: each step is committed on its own, even if the request has an Idempotency-Key. */
  db: Db;
  clock: Clock;
  /** Stored responses are encrypted. */
  box: SecretBox;
  mailer: Pick<Mailer, 'removeStored'>;
  eraseFile(tx: Db, fileId: string, now: Date): Promise<boolean>;
  /** Removes the words from the original bytes of other files. */
  redactOriginals(redaction: Redaction): Promise<void>;
  /** Cancels booked calls and queues the mails about it. */
  cancelSessions(tx: Db, scope: ErasureScope, now: Date): Promise<void>;
  /** Every table with texts. */
  registered: Pick<Registered, 'texts'>;
}
