import { sql } from '../../../platform/database/index.ts';
import type { TextTable } from '../../text-table.ts';
import { textsOfDeliveries } from '../engine/index.ts';

const queued: TextTable['columns'] = { body: 'bytes' };
const attempted: TextTable['columns'] = { body: 'bytes', response_body: 'plain' };

export const automationTexts: TextTable[] = [
  { table: 'automation_queue', columns: queued, ...textsOfDeliveries(queued, sql`automation_hooks`) },
  {
    table: 'automation_attempts',
    columns: attempted,
    ...textsOfDeliveries(attempted, sql`automation_hooks`),
  },
];
