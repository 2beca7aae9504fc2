import { type Route, route } from '../../../http/route.ts';
import type { Registered } from '../../feature.ts';
import {
  Me,
  MeChange,
  type ServerDescription,
  toMe,
  toWorkspace,
  Workspace,
  WorkspaceChange,
} from './schema.ts';
import { changeProfile, changeWorkspace } from './service.ts';
import { getWorkspace } from './store.ts';

export const accountRoutes = (
  server: ServerDescription,
  registered: Pick<Registered, 'workspaceCounts'>,
): Route[] => [
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
    method: 'PATCH',
    path: '/me',
    operationId: 'updateMe',
    tag: 'Identity',
    summary: 'Change your own profile',
    description: 'Every member, including viewers, can do this.',
    status: 200,
    body: MeChange,
    example: { body: { name: 'Ada Lovelace', timezone: 'Europe/London' } },
    data: Me,
    handler: async (call) => ({ data: toMe(await changeProfile(call, call.body)) }),
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
      data: toWorkspace(await getWorkspace(db, registered.workspaceCounts, principal.workspace_id), server),
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
    handler: async (call) => ({
      data: toWorkspace(await changeWorkspace(registered.workspaceCounts, call, call.body), server),
    }),
  }),
];
