import type { Participant, Researcher } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import {
  type CallerIdentity,
  identityColumns,
  identityOf,
  isActiveCaller,
} from '../../identity/accounts/index.ts';
import { sharedWith } from '../../projects/index.ts';
import { linkHashOf, opensSession } from '../participants/index.ts';

/** Who follows a call: a signed-in researcher, or the holder of a participant's link. */
export type Holder = { researcher: CallerIdentity } | { link: string };

export const researcherHolder = (principal: Researcher): Holder => ({ researcher: identityOf(principal) });
export const linkHolder = (principal: Participant): Holder => ({
  link: linkHashOf(principal).toString('hex'),
});

/** The limit of open streams applies to this. */
export const holderKey = (holder: Holder): string =>
  'link' in holder ? `link ${holder.link}` : `user ${holder.researcher.user_id}`;

export interface HeldPeer {
  peer: { id: string; session_id: string };
  holder: Holder;
}

/**
 * The ids of the browsers whose holders may still be in their call: the link was not revoked, the researcher has not signed
 * out and may still write in the project, and the project was not deleted.
 */
export async function listAdmittedPeers(db: Db, held: HeldPeer[], now: Date): Promise<Set<string>> {
  const rows = held.map(({ peer, holder }) => ({
    peer: peer.id,
    session_id: peer.session_id,
    ...('link' in holder ? { link: holder.link } : holder.researcher),
  }));
  const admitted = await db.query<{ peer: string }>(sql`
    select r.peer
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as r (peer text, session_id text, link text, ${identityColumns})
      join engage_sessions s on s.id = r.session_id
      join projects p on p.id = s.project_id and p.deleted_at is null
     where case when r.link is not null then ${opensSession(sql`r.link`)}
           else p.workspace_id = r.workspace_id and ${sharedWith(sql`r.user_id`)} and ${isActiveCaller(now, 'write')} end`);
  return new Set(admitted.map(({ peer }) => peer));
}
