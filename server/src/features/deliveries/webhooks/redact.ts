import { sql } from '../../../platform/database/index.ts';
import type { TextTable } from '../../text-table.ts';
import { textsOfDeliveries } from '../engine/index.ts';

const queued: TextTable['columns'] = { body: 'bytes' };
const attempted: TextTable['columns'] = { body: 'bytes', response_body: 'plain' };

export const webhookTexts: TextTable[] = [
  {
    table: 'webhooks',
    key: ['id'],
    // Of the workspace, because a webhook can receive the events of all projects.
    ofProject: ({ workspace_id }) => sql`t.workspace_id = ${workspace_id}`,
    columns: { description: 'plain' },
    touches: ['updated_at'],
  },
  { table: 'webhook_queue', columns: queued, ...textsOfDeliveries(queued, sql`webhooks`) },
  { table: 'webhook_attempts', columns: attempted, ...textsOfDeliveries(attempted, sql`webhooks`) },
];
