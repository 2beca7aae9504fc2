import { rateLimited } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { countAction, type RateLimiter } from '../../../platform/rate-limiter/index.ts';

/** A class that shares one address can take part together; a program that starts again and again cannot. */
const startsPerHour = { address: 200, link: 10_000 };
const windowSeconds = 3600;

/** Limits the starts by one open link, for each address and together. Personal links have one response each. */
export async function limitStarts(
  limiter: RateLimiter,
  principal: Participant,
  address: string,
): Promise<void> {
  if (principal.participant_id !== null) return;
  const link = `starts ${principal.link_id}`;
  const waitMs = await countAction(limiter, windowSeconds, [
    { subject: `${link} ${address}`, limit: startsPerHour.address },
    { subject: link, limit: startsPerHour.link },
  ]);
  if (waitMs > 0) throw rateLimited('This link was opened too often. Try again later.', waitMs);
}
