import { type EventType, sampleEvent } from '../../../events/index.ts';
import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { AutomationHook, HooksQuery, NewHook, SampleParams, Samples, toHook } from './schema.ts';
import { type AutomationDeps, createHook, deleteHook, getHook } from './service.ts';
import { listHooks } from './store.ts';

const tag = 'Automations';

export const automationRoutes = (deps: AutomationDeps): Route[] => [
  route({
    tag,
    method: 'GET',
    path: '/automations/hooks',
    operationId: 'listAutomationHooks',
    summary: 'List your automation hooks',
    status: 200,
    query: HooksQuery,
    data: AutomationHook,
    list: true,
    handler: async ({ db, principal, query }) => {
      const page = await listHooks(db, principal.user_id, query);
      return { data: page.rows.map(toHook), next_cursor: page.next_cursor };
    },
  }),
  route({
    tag,
    method: 'POST',
    path: '/automations/hooks',
    operationId: 'createAutomationHook',
    summary: 'Subscribe an automation tool',
    description:
      'A REST hook for Zapier, Make or n8n. Each event is posted unsigned. Hooks are independent of webhooks: both receive the event.',
    status: 201,
    body: NewHook,
    data: AutomationHook,
    example: {
      body: { event: 'report.generated', target_url: 'https://hooks.zapier.com/hooks/standard/123/abc' },
    },
    handler: async (call) => ({ data: toHook(await createHook(deps, call, call.body)) }),
  }),
  route({
    tag,
    method: 'GET',
    path: '/automations/hooks/{hookId}',
    operationId: 'getAutomationHook',
    summary: 'Get an automation hook',
    status: 200,
    ids: { hookId: 'automation' },
    data: AutomationHook,
    handler: async (call) => ({ data: toHook(await getHook(call, call.params.hookId)) }),
  }),
  route({
    tag,
    method: 'DELETE',
    path: '/automations/hooks/{hookId}',
    operationId: 'deleteAutomationHook',
    summary: 'Unsubscribe an automation tool',
    status: 200,
    ids: { hookId: 'automation' },
    data: Deleted('automation'),
    handler: async (call) => {
      await deleteHook(call, call.params.hookId);
      return { data: { id: call.params.hookId, deleted: true } };
    },
  }),
  route({
    tag,
    method: 'GET',
    path: '/automations/samples/{event}',
    operationId: 'getAutomationSamples',
    summary: 'Get sample events of a type',
    description: 'The payload that a hook on this event receives, to map fields before the first event.',
    status: 200,
    params: SampleParams,
    data: Samples,
    handler: async ({ params }) => ({ data: [sampleEvent(params.event as EventType)] }),
  }),
];
