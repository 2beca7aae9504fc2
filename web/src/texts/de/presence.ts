import type { Catalogue } from '../catalogue.ts';

export const presence: Catalogue['presence'] = {
  alsoHere: 'Auch auf dieser Seite',
  others: (names) => `Und ${names}`,
};
