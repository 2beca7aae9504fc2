import { AppError, forbidden, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { PlanName } from '../../../foundation/plans.ts';
import type { AccountKind, Researcher, Role } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, pgErrorCode, type Sql } from '../../../platform/database/index.ts';
import { waitForCacheInvalidation } from '../api-keys/index.ts';
import type { MeChange, WorkspaceChange } from './schema.ts';
import {
  findPlan,
  findUserIdByEmail,
  getWorkspace,
  insertUser,
  insertWorkspace,
  lockRetentionDays,
  savePlan,
  saveProfile,
  saveWorkspace,
  type WorkspaceRow,
} from './store.ts';

export interface NewAccount {
  email: string;
  name?: string;
  kind?: AccountKind;
  plan?: PlanName;
  /** An existing workspace to join. Without it, a new workspace is created for the account. */
  workspace_id?: string;
  role?: Role;
  timezone?: string;
}

/** Creates a user: as owner of a new workspace, or as a member of an existing one. */
export async function createAccount(db: Db, input: NewAccount, now: Date) {
  const userId = newId('user', now.getTime());
  return db.transaction(async (tx) => {
    const workspaceId = input.workspace_id
      ? await joinWorkspace(tx, input.workspace_id, input.plan)
      : await createWorkspace(tx, input, now);
    const role = input.role ?? (input.workspace_id ? 'member' : 'owner');
    const user = {
      id: userId,
      workspace_id: workspaceId,
      email: input.email,
      name: input.name ?? localPart(input.email),
      role,
      kind: input.kind ?? 'researcher',
      timezone: input.timezone ?? 'UTC',
      created_at: now,
    };
    await insertUser(tx, user).catch((error: unknown) => {
      if (pgErrorCode(error) === '23505')
        throw invalidField('email', 'An account with this address already exists.');
      throw error;
    });
    return { user_id: userId, workspace_id: workspaceId };
  });
}

/** The plan belongs to the workspace, so a new account cannot choose another one. */
async function joinWorkspace(tx: Db, workspaceId: string, plan: PlanName | undefined): Promise<string> {
  const current = await findPlan(tx, workspaceId);
  if (!current) throw notFound('Workspace');
  if (plan && plan !== current) {
    throw invalidField('plan', `The workspace has the plan ${current}. Change it with "plan set".`);
  }
  return workspaceId;
}

async function createWorkspace(tx: Db, input: NewAccount, now: Date): Promise<string> {
  const id = newId('workspace', now.getTime());
  const words = localPart(input.email)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  await insertWorkspace(tx, {
    id,
    name: `${input.name ?? localPart(input.email)}’s workspace`,
    slug: `${words || 'workspace'}-${id.slice(-6)}`,
    plan: input.plan ?? 'self_hosted',
    created_at: now,
  });
  return id;
}

/** The part before the @, in place of a name. */
const localPart = (email: string) => email.split('@')[0] as string;

/** `PATCH /v1/me`. The change is visible on every node when this returns. */
export async function changeProfile({ db, principal, now }: Caller, change: MeChange): Promise<Researcher> {
  await saveProfile(db, principal.user_id, change, now);
  await waitForCacheInvalidation(db);
  return { ...principal, ...change };
}

/** `PATCH /v1/workspace`. */
export async function changeWorkspace(
  counts: Sql,
  { db, principal, now }: Caller,
  change: WorkspaceChange,
): Promise<WorkspaceRow> {
  if (principal.role !== 'owner') throw forbidden('Only the owner of the workspace can change its settings.');
  return db.transaction(async (tx) => {
    await requireRetentionPeriod(tx, principal.workspace_id, change);
    await saveWorkspace(tx, principal.workspace_id, change, now);
    return getWorkspace(tx, counts, principal.workspace_id);
  });
}

/** Without a period, nothing would be deleted until a period is set later, and then without a warning. */
async function requireRetentionPeriod(
  tx: Db,
  workspaceId: string,
  { retention_days, retention_deletes }: WorkspaceChange,
): Promise<void> {
  if (!retention_deletes) return;
  const days = retention_days === undefined ? await lockRetentionDays(tx, workspaceId) : retention_days;
  if (days === null)
    throw invalidField('retention_deletes', 'must not be true without a period: set retention_days.');
}

export async function getUserIdByEmail(db: Db, email: string): Promise<string> {
  const userId = await findUserIdByEmail(db, email);
  if (!userId) throw new AppError('not_found', `No account has the address ${email}.`);
  return userId;
}

export async function setPlan(db: Db, workspaceId: string, plan: PlanName, now: Date): Promise<void> {
  if (!(await savePlan(db, workspaceId, plan, now))) throw notFound('Workspace');
  await waitForCacheInvalidation(db);
}
