import type { Catalogue } from '../catalogue.ts';

export const languageChoice: Catalogue['languageChoice'] = {
  language: 'Sprache',
};
