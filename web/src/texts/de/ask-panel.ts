import type { Catalogue } from '../catalogue.ts';

export const askPanel: Catalogue['askPanel'] = {
  ask: 'Fragen',
  shortcut: 'Neben dieser Seite fragen',
  loading: 'Die Fragen werden geöffnet',
};
