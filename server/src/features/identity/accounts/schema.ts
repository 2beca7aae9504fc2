import Type, { type Static } from 'typebox';
import { maskApiKey } from '../../../foundation/api-key.ts';
import { planNames } from '../../../foundation/plans.ts';
import { accountKinds, type Researcher, roles, themes } from '../../../foundation/principal.ts';
import {
  DateTime,
  Id,
  Input,
  Nullable,
  OneOf,
  Resource,
  Timezone,
  VisibleText,
} from '../../../http/schema.ts';
import { ApiKeyFields } from '../api-keys/index.ts';
import type { WorkspaceRow } from './store.ts';

export const Me = Resource(
  'Me',
  {
    id: Id('user', 'Your user id.'),
    email: Type.String({ description: 'The address that you sign in with.', examples: ['ada@example.com'] }),
    name: Type.String({ description: 'As shown to other members.', examples: ['Ada Lovelace'] }),
    role: OneOf(roles, {
      description: 'In the workspace. A `viewer` only reads; `owner` and `admin` also create API keys.',
    }),
    kind: OneOf(accountKinds, { description: 'Always `researcher` here: participants get 403.' }),
    plan: OneOf(planNames, { description: 'Plan of the workspace: it sets rate limit and credits.' }),
    workspace_id: Id('workspace', 'The workspace of this key.'),
    timezone: Type.String({
      description: 'Your IANA time zone.',
      examples: ['Europe/Berlin'],
    }),
    theme: OneOf(themes, { description: 'Colours of the web application; `system`: those of your device.' }),
    inbox_mail: Type.Boolean({
      description: 'Whether you get a mail about mentions and cards that were assigned to you.',
    }),
    api_key: Nullable(
      Type.Object(ApiKeyFields, {
        title: 'ApiKeyInUse',
        description: 'The key of this request; null for a signed-in browser.',
      }),
    ),
    created_at: DateTime('When the account was created.'),
  },
  { description: 'The user of this key.' },
);

export const toMe = (principal: Researcher) => ({
  id: principal.user_id,
  email: principal.email,
  name: principal.name,
  role: principal.role,
  kind: principal.kind,
  plan: principal.plan,
  workspace_id: principal.workspace_id,
  timezone: principal.timezone,
  theme: principal.theme,
  inbox_mail: principal.inbox_mail,
  api_key: principal.api_key && {
    id: principal.api_key.id,
    name: principal.api_key.name,
    masked: maskApiKey(principal.api_key.last_four),
    created_at: principal.api_key.created_at,
    last_used_at: principal.api_key.last_used_at,
  },
  created_at: principal.user_created_at,
});

export const MeChange = Input(
  {
    name: Type.Optional(VisibleText(1, 200, { description: 'As shown to other members.' })),
    timezone: Type.Optional(Timezone('Your IANA time zone.')),
    theme: Type.Optional(OneOf(themes, { description: 'Colours of the web application.' })),
    inbox_mail: Type.Optional(
      Type.Boolean({ description: 'Whether you get a mail about mentions and assigned cards.' }),
    ),
  },
  { minProperties: 1, description: 'Omitted fields do not change.' },
);
export type MeChange = Static<typeof MeChange>;

/** Which models process research data, and whether data leaves this server for them. */
export interface AiDescription {
  provider: string;
  model: string;
  transcription_provider: string;
  sends_data_outside: boolean;
  /** Whether texts are redacted in a workspace that has not chosen. */
  redaction: boolean;
}

/** What every workspace of this server shares. */
export interface ServerDescription {
  ai: AiDescription;
  sends_mail: boolean;
}

export const Workspace = Resource(
  'Workspace',
  {
    id: Id('workspace', 'Unique over all workspaces of this server.'),
    name: Type.String({ description: 'As shown in the web application.', examples: ['Acme Research'] }),
    slug: Type.String({
      description: 'Short name for URLs, unique on this server.',
      examples: ['acme-research'],
    }),
    plan: OneOf(planNames, { description: 'Sets rate limit and credits.' }),
    owner_id: Nullable(Id('user', 'The member with the role `owner`; null if there is none.')),
    member_count: Type.Integer({ description: 'Researchers; participants are not counted.' }),
    project_count: Type.Integer({
      description: 'Projects that are not deleted, including those you cannot see.',
    }),
    file_count: Type.Integer({ description: 'Files in those projects.' }),
    storage_bytes: Type.Integer({ description: 'Bytes of files and announced uploads.' }),
    ai: Type.Object(
      {
        provider: Type.String({ description: 'What writes reports.', examples: ['embedded'] }),
        model: Type.String({
          description: 'Name of the model that writes reports.',
          examples: ['parley-extractive-1'],
        }),
        transcription_provider: Type.String({
          description: 'What transcribes recordings; `none` if speech models are not installed.',
          examples: ['embedded'],
        }),
        sends_data_outside: Type.Boolean({
          description: 'True if research data leaves this server for one of them.',
        }),
        redaction: Type.Boolean({
          description:
            'True if e-mail addresses, phone and card numbers, postal addresses and names of participants are replaced by placeholders before text is sent to `provider`. By default true if that sends data outside. Recordings are not redacted.',
        }),
      },
      { description: 'Which models process research data. The operator sets all except `redaction`.' },
    ),
    sends_mail: Type.Boolean({
      description:
        'True if this server has a mail server. If false, invitations and other mails remain files on the server: give people their links yourself.',
    }),
    retention_days: Nullable(
      Type.Integer({
        description:
          'How long the workspace has agreed to keep recordings, in days; null: no limit. Recordings are deleted only with `retention_deletes`.',
      }),
    ),
    retention_deletes: Type.Boolean({
      description:
        'True if Parley deletes audio and video files that were added more than `retention_days` ago, as `DELETE /v1/files/{fileId}` does: with transcript and clips. It starts a day after the last change of the two settings.',
    }),
    created_at: DateTime('When the workspace was created.'),
    updated_at: DateTime('When its name, plan or settings last changed.'),
  },
  { description: 'The tenant: its members share projects, plan and credits.' },
);

export const toWorkspace = (row: WorkspaceRow, { ai, sends_mail }: ServerDescription) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan,
  owner_id: row.owner_id,
  member_count: row.member_count,
  project_count: row.project_count,
  file_count: row.file_count,
  storage_bytes: row.storage_bytes,
  ai: { ...ai, redaction: row.ai_redaction ?? ai.redaction },
  sends_mail,
  retention_days: row.retention_days,
  retention_deletes: row.retention_deletes,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const WorkspaceChange = Input(
  {
    name: Type.Optional(VisibleText(1, 200, { description: 'As shown in the web application.' })),
    ai: Type.Optional(
      Input(
        {
          redaction: Nullable(
            Type.Boolean({
              description:
                'Whether personal data is replaced before text is sent to the model; null: the default.',
            }),
          ),
        },
        { description: 'How research data is sent to models.' },
      ),
    ),
    retention_days: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 3650,
          description: 'How long the workspace has agreed to keep recordings, in days; null: no limit.',
        }),
      ),
    ),
    retention_deletes: Type.Optional(
      Type.Boolean({
        description:
          'Whether Parley deletes recordings that are older than `retention_days`. `GET /v1/workspace/retention` counts them before. 422 for true without a period; becomes false when the period is cleared.',
      }),
    ),
  },
  { minProperties: 1, description: 'Omitted fields do not change.' },
);
export type WorkspaceChange = Static<typeof WorkspaceChange>;
