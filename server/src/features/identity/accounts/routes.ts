import { type Route, route } from '../../../http/route.ts';
import { listQuery } from '../../../http/schema.ts';
import { sql } from '../../../platform/database/index.ts';
import { listPage } from '../../../platform/database/keyset-page.ts';
import {
  type AiDescription,
  Me,
  Member,
  toMe,
  toMember,
  toWorkspace,
  Workspace,
  WorkspaceChange,
} from './schema.ts';
import { changeWorkspace } from './service.ts';
import { getWorkspace, type MemberRow } from './store.ts';

export const accountRoutes = (ai: AiDescription): Route[] => [
  route({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    tag: 'Identity',
    summary: 'Get the user of this key',
    description: 'Use it as the first call of a new integration: it confirms that the key is active.',
    status: 200,
    data: Me,
    // Authentication has already read all fields, so this route needs no query.
    handler: async ({ principal }) => ({ data: toMe(principal) }),
  }),
  route({
    method: 'GET',
    path: '/workspace',
    operationId: 'getWorkspace',
    tag: 'Identity',
    summary: 'Get the workspace of this key',
    status: 200,
    data: Workspace,
    handler: async ({ db, principal }) => ({
      data: toWorkspace(await getWorkspace(db, principal.workspace_id), ai),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/workspace',
    operationId: 'updateWorkspace',
    tag: 'Identity',
    summary: 'Change the workspace of this key',
    description: 'Only the owner of the workspace can do this.',
    status: 200,
    body: WorkspaceChange,
    example: { body: { name: 'Acme Research', ai: { redaction: true } } },
    data: Workspace,
    handler: async (call) => ({ data: toWorkspace(await changeWorkspace(call, call.body), ai) }),
  }),
  route({
    method: 'GET',
    path: '/workspace/members',
    operationId: 'listWorkspaceMembers',
    tag: 'Identity',
    summary: 'List the members of the workspace',
    status: 200,
    query: listQuery(['created_at', '-created_at', 'name', '-name'], {}),
    data: Member,
    list: true,
    handler: async ({ db, principal, query }) => {
      const page = await listPage<MemberRow>(db, {
        name: `members:${principal.workspace_id}`,
        query,
        select: sql`select u.id, u.name, u.email, u.role, u.created_at as joined_at`,
        from: sql`from users u`,
        where: [sql`u.workspace_id = ${principal.workspace_id}`, sql`u.kind = 'researcher'`],
        sorts: {
          created_at: { column: sql`u.created_at`, type: 'timestamptz' },
          updated_at: { column: sql`u.updated_at`, type: 'timestamptz' },
          name: { column: sql`lower(u.name) collate "C"`, type: 'text' },
        },
        defaultSort: 'created_at',
        id: sql`u.id`,
      });
      return { data: page.rows.map(toMember), next_cursor: page.next_cursor };
    },
  }),
];
