import Type from 'typebox';
import { maskApiKey } from '../../../foundation/api-key.ts';
import { planNames } from '../../../foundation/plans.ts';
import { accountKinds, type Principal, roles } from '../../../foundation/principal.ts';
import { DateTime, Id, Nullable, OneOf, Resource } from '../../../http/schema.ts';
import { ApiKeyFields } from '../api-keys/index.ts';
import type { MemberRow, WorkspaceRow } from './store.ts';

export const Me = Resource('Me', {
  id: Id('user'),
  email: Type.String({ examples: ['ada@example.com'] }),
  name: Type.String(),
  role: OneOf(roles),
  kind: OneOf(accountKinds),
  plan: OneOf(planNames),
  workspace_id: Id('workspace'),
  timezone: Type.String({ examples: ['Europe/Berlin'] }),
  api_key: Nullable(Type.Object(ApiKeyFields, { title: 'ApiKeyInUse' })),
  created_at: DateTime(),
});

export const toMe = (principal: Principal) => ({
  id: principal.user_id,
  email: principal.email,
  name: principal.name,
  role: principal.role,
  kind: principal.kind,
  plan: principal.plan,
  workspace_id: principal.workspace_id,
  timezone: principal.timezone,
  api_key: principal.api_key && {
    id: principal.api_key.id,
    name: principal.api_key.name,
    masked: maskApiKey(principal.api_key.last_four),
    created_at: principal.api_key.created_at,
    last_used_at: principal.api_key.last_used_at,
  },
  created_at: principal.user_created_at,
});

/** What does the reading and writing for this workspace, and whether material leaves the machine for it. */
export interface AiDescription {
  provider: string;
  model: string;
  transcription_provider: string;
  sends_data_outside: boolean;
}

export const Workspace = Resource('Workspace', {
  id: Id('workspace'),
  name: Type.String(),
  slug: Type.String({ examples: ['acme-research'] }),
  plan: OneOf(planNames),
  owner_id: Nullable(Id('user')),
  member_count: Type.Integer(),
  project_count: Type.Integer(),
  file_count: Type.Integer(),
  storage_bytes: Type.Integer(),
  ai: Type.Object({
    provider: Type.String(),
    model: Type.String(),
    transcription_provider: Type.String(),
    sends_data_outside: Type.Boolean(),
  }),
  retention_days: Nullable(Type.Integer()),
  created_at: DateTime(),
  updated_at: DateTime(),
});

export const toWorkspace = (row: WorkspaceRow, ai: AiDescription) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan,
  owner_id: row.owner_id,
  member_count: row.member_count,
  project_count: row.project_count,
  file_count: row.file_count,
  storage_bytes: row.storage_bytes,
  ai,
  retention_days: row.retention_days,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const Member = Resource('Member', {
  id: Id('user'),
  name: Type.String(),
  email: Type.String(),
  role: OneOf(roles),
  joined_at: DateTime(),
});

export const toMember = ({ id, name, email, role, joined_at }: MemberRow) => ({
  id,
  name,
  email,
  role,
  joined_at,
});
