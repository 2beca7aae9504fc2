import { type Db, sql } from '../database/index.ts';

export interface Task {
  id: number;
  kind: string;
  workspace_id: string;
  /** The id of the record that the task works on. */
  subject: string;
  input: Record<string, unknown>;
  /** Includes the current one. */
  attempts: number;
  /** Incremented by each claim. A process with an older token has lost the lease. */
  token: number;
}

export interface NewTask {
  kind: string;
  /** Tasks are claimed round-robin by workspace. */
  workspace_id: string;
  subject: string;
  input?: Record<string, unknown>;
}

// All times come from the database, so the clocks of the nodes may differ.

export async function insertTask(tx: Db, task: NewTask): Promise<void> {
  await tx.query(sql`
    insert into tasks (kind, workspace_id, subject, input)
    values (${task.kind}, ${task.workspace_id}, ${task.subject}, ${task.input ?? {}})`);
}

export async function insertTasks(tx: Db, tasks: NewTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await tx.query(sql`
    insert into tasks (kind, workspace_id, subject, input)
    select kind, workspace_id, subject, coalesce(input, '{}')
      from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
        as t (kind text, workspace_id text, subject text, input jsonb)`);
}

/** Workspaces between two ids, both excluded; an absent bound is open. */
export interface WorkspaceRange {
  above?: string;
  below?: string;
}

/**
 * Claims the oldest due task of the first workspace in the range that has one; two claims never return the same task.
 * One probe of the index, however long the queue of a workspace is. The subquery is not joined, because a join may run it once
 * for each task and lease several, of which all but one would wait until their lease ends.
 */
export async function claimTask(
  db: Db,
  kind: string,
  { above, below }: WorkspaceRange,
  leaseMs: number,
): Promise<Task | undefined> {
  const lower = above === undefined ? sql`` : sql`and workspace_id > ${above}`;
  const upper = below === undefined ? sql`` : sql`and workspace_id < ${below}`;
  const [task] = await db.query<Task>(sql`
    update tasks t set attempts = t.attempts + 1, token = t.token + 1, due_at = now() + ${leaseMs} * interval '1 ms'
     where t.id = (select id from tasks where kind = ${kind} ${lower} ${upper} and due_at <= now()
                    order by workspace_id, due_at limit 1 for update skip locked)
    returning t.id, t.kind, t.workspace_id, t.subject, t.input, t.attempts, t.token`);
  return task;
}

/** False if the lease was lost. */
export async function extendLease(db: Db, { id, token }: Task, leaseMs: number): Promise<boolean> {
  const rows = await db.query(sql`
    update tasks set due_at = now() + ${leaseMs} * interval '1 ms'
     where id = ${id} and token = ${token} returning 1`);
  return rows.length === 1;
}

/** False if the lease was lost or the task was removed. */
export async function holdsLease(db: Db, { id, token }: Task): Promise<boolean> {
  return (await db.query(sql`select 1 from tasks where id = ${id} and token = ${token}`)).length === 1;
}

/** False if the lease was lost. The caller must then write no result. */
export async function deleteLeasedTask(tx: Db, { id, token }: Task): Promise<boolean> {
  const rows = await tx.query(sql`delete from tasks where id = ${id} and token = ${token} returning 1`);
  return rows.length === 1;
}

/** Releases the task for the next attempt, after the delay. False if the lease was lost. */
export async function releaseForRetry(db: Db, { id, token }: Task, delayMs: number): Promise<boolean> {
  const rows = await db.query(sql`
    update tasks set due_at = now() + ${delayMs} * interval '1 ms'
     where id = ${id} and token = ${token} returning 1`);
  return rows.length === 1;
}

/** Releases the task without counting the attempt: the stop of the process interrupted it, or it had to wait. */
export async function releaseUncounted(db: Db, { id, token }: Task, delayMs = 0): Promise<void> {
  await db.query(sql`
    update tasks set due_at = now() + ${delayMs} * interval '1 ms', attempts = attempts - 1
     where id = ${id} and token = ${token}`);
}

/** The ids of the tasks of one kind and subject, in the order in which they were added. */
export async function listTaskIds(
  db: Db,
  { kind, subject }: Pick<Task, 'kind' | 'subject'>,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from tasks where subject = ${subject} and kind = ${kind} order by id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes the tasks of one kind and subject that no process has started. The others are due in a moment: either a process
 * holds their lease and extends it, or they wait for another attempt.
 */
export async function supersedeTasks(
  tx: Db,
  { kind, subject }: Pick<Task, 'kind' | 'subject'>,
): Promise<void> {
  await tx.query(sql`delete from tasks where subject = ${subject} and kind = ${kind} and attempts = 0`);
  await tx.query(sql`
    update tasks set due_at = least(due_at, now() + interval '15 seconds')
     where subject = ${subject} and kind = ${kind}`);
}

/** A process that is running one of the tasks notices within a second and cannot write its result. */
export async function removeTasksOf(tx: Db, subjects: string[], kind?: string): Promise<void> {
  await tx.query(sql`
    delete from tasks where subject = any(${subjects}) and (${kind ?? null}::text is null or kind = ${kind ?? null})`);
}

/** Removes tasks by a text in their input, which is compared without regard to case. */
export async function removeTasksByInput(
  tx: Db,
  { kind, workspace_id, input }: Pick<Task, 'kind' | 'workspace_id' | 'input'>,
  key: string,
  values: string[],
): Promise<void> {
  await tx.query(sql`
    delete from tasks where kind = ${kind} and workspace_id = ${workspace_id} and input @> ${JSON.stringify(input)}::jsonb
       and lower(input ->> ${key}) = any(${values.map((value) => value.toLowerCase())}::text[])`);
}
