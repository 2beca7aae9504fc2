import { derived } from '../../../platform/database/derived/declaration.ts';

const pageReadsAgain = 'The page of the deliveries reads them again at intervals.';

export const webhooks = derived('webhooks', {
  inbox: [
    {
      name: 'disabled',
      on: 'update of status',
      when: `new.status = 'disabled' and old.status <> 'disabled' and new.deleted_at is null`,
      type: `'webhook_disabled'`,
      recipients: 'select new.created_by',
      project: 'null',
      source: 'new.id',
      subject: { type: `'webhook'`, id: 'new.id' },
      label: `substring(new.url from '^[^:]+://([^/?#]+)')`,
    },
  ],
});
export const webhookQueue = derived('webhook_queue', { none: pageReadsAgain });
export const webhookAttempts = derived('webhook_attempts', { none: pageReadsAgain });
