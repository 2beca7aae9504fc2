import { derived } from '../../platform/database/derived/declaration.ts';

export const idempotencyKeys = derived('idempotency_keys', {
  none: 'Stored responses, which only the gate reads.',
});
