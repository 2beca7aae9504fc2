import { derived } from '../platform/database/derived/declaration.ts';

export const events = derived('events', {
  none: 'The statement that writes an event also adds its deliveries.',
});
