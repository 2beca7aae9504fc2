import { rateLimited } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { countAction, type RateLimiter } from '../../../platform/rate-limiter/index.ts';
import { hashAddress } from '../participants/index.ts';

/**
 * How often bookings may change in an hour. Each change sends a mail to the participant and one to the researcher. A stranger
 * can give the address of somebody else, so there are also limits for the mailbox, for the stranger's client and for the
 * researcher of the test.
 */
const changesPerHour = {
  invited: { person: 10 },
  uninvited: { person: 5, mailbox: 5, client: 30, test: 100 },
};
const windowSeconds = 3600;

/** Refuses a change before it is made, so that a calendar never differs from the booking. */
export async function limitChange(
  limiter: RateLimiter,
  db: Db,
  { participant_id, test_id }: Participant,
  clientAddress: string,
): Promise<void> {
  const [person] = await db.query<{ email: string | null; email_verified: boolean }>(
    sql`select email, email_verified from participants where id = ${participant_id}`,
  );
  const ofPerson = `bookings of ${participant_id}`;
  const { invited, uninvited } = changesPerHour;
  const waitMs = await countAction(
    limiter,
    windowSeconds,
    person?.email_verified
      ? [{ subject: ofPerson, limit: invited.person }]
      : [
          { subject: ofPerson, limit: uninvited.person },
          { subject: `bookings from ${clientAddress}`, limit: uninvited.client },
          ...(person?.email
            ? [{ subject: `bookings to ${hashAddress(person.email)}`, limit: uninvited.mailbox }]
            : []),
          { subject: `bookings for ${test_id}`, limit: uninvited.test },
        ],
  );
  if (waitMs === 0) return;
  const minutes = Math.ceil(waitMs / 60_000);
  throw rateLimited(`The booking was changed too often. Try again in ${minutes} minutes.`, waitMs);
}
