import { AppError } from '../../../foundation/errors.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/** What a request that outlives its authentication remembers of its caller. */
export interface CallerIdentity {
  user_id: string;
  workspace_id: string;
  sign_in_id: string | null;
  api_key_id: string | null;
}

export const identityOf = ({
  user_id,
  workspace_id,
  sign_in_id,
  api_key,
}: Pick<Researcher, 'user_id' | 'workspace_id' | 'sign_in_id' | 'api_key'>): CallerIdentity => ({
  user_id,
  workspace_id,
  sign_in_id: sign_in_id ?? null,
  api_key_id: api_key?.id ?? null,
});

/** The columns of a caller in `jsonb_to_recordset`. */
export const identityColumns: Sql = sql`user_id text, workspace_id text, sign_in_id text, api_key_id text`;

/** Whether the caller in row `r` is still a member of the workspace and has not signed out or revoked the key. */
export const isActiveCaller = (now: Date, need: 'read' | 'write' = 'read'): Sql => sql`(
  exists (select 1 from users u where u.id = r.user_id and u.workspace_id = r.workspace_id and u.kind = 'researcher'
             ${need === 'write' ? sql`and u.role <> 'viewer'` : sql``})
  and (exists (select 1 from sign_ins i
                where i.id = r.sign_in_id and i.user_id = r.user_id and i.expires_at > ${now})
    or exists (select 1 from api_keys k
                where k.id = r.api_key_id and k.user_id = r.user_id and k.revoked_at is null
                  and (k.expires_at is null or k.expires_at > ${now}))))`;

/** Call this before the response of a request that has waited: the caller may have lost access in the meantime. */
export async function requireActiveCaller(db: Db, principal: Researcher, now: Date): Promise<void> {
  const caller = JSON.stringify([identityOf(principal)]);
  const rows = await db.query(sql`
    select 1 from jsonb_to_recordset(${caller}::jsonb) as r (${identityColumns}) where ${isActiveCaller(now)}`);
  if (rows.length === 0) throw new AppError('unauthorized', 'Your access ended during this request.');
}
