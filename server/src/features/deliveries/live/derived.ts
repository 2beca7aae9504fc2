import { derived } from '../../../platform/database/derived/declaration.ts';

export const changes = derived('changes', {
  none: 'It is derived: the changes of all tables that are declared as live.',
});
