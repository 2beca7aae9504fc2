import { derived } from '../../../platform/database/derived/declaration.ts';

/** Browsers read who is on their page when a tab comes or goes. That it is still open is no news. */
export const presences = derived('presences', {
  live: { type: 'presence', key: 'user_id', actions: ['created', 'deleted'] },
});
