import type { Emit } from '../../events/index.ts';
import { invalid, invalidField, notFound } from '../../foundation/errors.ts';
import { newId } from '../../foundation/ids.ts';
import { type Researcher, requireWriteRole } from '../../foundation/principal.ts';
import { isUnchanged } from '../../foundation/versions.ts';
import type { Caller } from '../../http/route.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import type { Registered } from '../feature.ts';
import { sendSpending } from '../identity/usage/index.ts';
import type { Hooks } from '../registrations.ts';
import { requireAccess } from './access.ts';
import type { ProjectRow } from './project-row.ts';
import { type NewProject, type ProjectChange, toProject } from './schema.ts';
import {
  findNonMembers,
  findProject,
  findProjectLocked,
  insertProject,
  restorableSince,
  saveProject,
} from './store.ts';

export interface ProjectDeps {
  emit: Emit;
  publicUrl: string;
  registered: Pick<Registered, 'defaultLanes'>;
  /** Ends the jobs of a project that is being deleted, in the same transaction (spec §3.2). */
  endJobsOfProject: Hooks['endJobsOfProject'];
}

export async function createProject(
  deps: ProjectDeps,
  { db, principal, now }: Caller,
  input: NewProject,
): Promise<ProjectRow> {
  requireWriteRole(principal);
  const project = newProject(principal, input, deps.registered.defaultLanes.count, now);
  await db.transaction(async (tx) => {
    await requireMembers(tx, principal, project.member_ids);
    sendSpending(tx, principal, 'projects', 1, now);
    insertProject(tx, project);
    deps.registered.defaultLanes.insert(tx, project);
    await deps.emit(tx, {
      type: 'project.created',
      workspace_id: project.workspace_id,
      project_id: project.id,
      data: toProject(project, deps.publicUrl),
      at: now,
    });
  });
  return project;
}

const newProject = (principal: Researcher, input: NewProject, laneCount: number, now: Date): ProjectRow => ({
  id: newId('project', now.getTime()),
  workspace_id: principal.workspace_id,
  owner_id: principal.user_id,
  created_by: principal.user_id,
  name: input.name,
  description: input.description ?? null,
  status: 'active',
  visibility: input.visibility ?? 'private',
  member_ids: input.member_ids ?? [],
  language: input.language ?? null,
  metadata: input.metadata ?? {},
  file_count: 0,
  test_count: 0,
  response_count: 0,
  tag_count: 0,
  note_count: 0,
  card_count: 0,
  lane_count: laneCount,
  report_count: 0,
  clip_count: 0,
  archived_at: null,
  deleted_at: null,
  created_at: now,
  updated_at: now,
  activity_at: null,
});

export async function changeProject(
  deps: ProjectDeps,
  { db, principal, now }: Caller,
  projectId: string,
  change: ProjectChange,
) {
  return db.transaction(async (tx) => {
    const before = await findProjectLocked(tx, principal.workspace_id, projectId, sql`for no key update`);
    if (!before || before.deleted_at) throw notFound('Project');
    // Only the owner can change the sharing. Everyone with write access can change the rest.
    const sharing = change.visibility !== undefined || change.member_ids !== undefined;
    requireAccess(before, principal, sharing ? 'own' : 'write');
    if (change.member_ids) await requireMembers(tx, principal, change.member_ids);

    const after: ProjectRow = { ...before, ...change, updated_at: now };
    if (isUnchanged(before, after)) return before;
    if (after.status !== before.status) after.archived_at = after.status === 'archived' ? now : null;
    await saveProject(tx, after);
    if (after.name !== before.name || after.description !== before.description) {
      await deps.emit(tx, {
        type: 'project.updated',
        workspace_id: after.workspace_id,
        project_id: after.id,
        data: toProject(after, deps.publicUrl),
        at: now,
      });
    }
    return after;
  });
}

export async function deleteProject(
  deps: ProjectDeps,
  { db, principal, now }: Caller,
  projectId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const seen = await findProject(tx, principal.workspace_id, projectId);
    if (!seen || seen.deleted_at) throw notFound('Project');
    requireAccess(seen, principal, 'own');
    // Tasks and jobs are locked before the project, in the same order as by a worker that finishes a job.
    await deps.endJobsOfProject(tx, projectId, now);
    const project = await findProjectLocked(tx, principal.workspace_id, projectId, sql`for update`);
    if (!project || project.deleted_at) throw notFound('Project');
    requireAccess(project, principal, 'own');
    const deleted = { ...project, deleted_at: now, updated_at: now };
    await saveProject(tx, deleted);
    // Ends jobs that started between the first call and the lock. No job can start after it.
    await deps.endJobsOfProject(tx, deleted.id, now);
    await deps.emit(tx, {
      type: 'project.deleted',
      workspace_id: deleted.workspace_id,
      project_id: deleted.id,
      data: { ...toProject(deleted, deps.publicUrl), deleted_at: now },
      at: now,
    });
  });
}

export async function restoreProject({ db, principal, now }: Caller, projectId: string): Promise<ProjectRow> {
  return db.transaction(async (tx) => {
    const project = await findProjectLocked(tx, principal.workspace_id, projectId, sql`for update`);
    if (!project || (project.deleted_at && project.deleted_at < restorableSince(now)))
      throw notFound('Project');
    requireAccess(project, principal, 'own');
    if (!project.deleted_at) throw invalidField('project_id', 'This project is not deleted.');
    const restored = { ...project, deleted_at: null, updated_at: now };
    await saveProject(tx, restored);
    return restored;
  });
}

async function requireMembers(tx: Db, principal: Researcher, memberIds: string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const nonMembers = new Set(await findNonMembers(tx, principal.workspace_id, memberIds));
  const faults = memberIds.flatMap((id, i) =>
    nonMembers.has(id) ? [{ field: `member_ids.${i}`, message: 'is not a member of this workspace.' }] : [],
  );
  if (faults.length > 0) throw invalid(faults);
}
