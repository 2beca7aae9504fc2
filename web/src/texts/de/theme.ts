import type { Catalogue } from '../catalogue.ts';

export const theme: Catalogue['theme'] = {
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  theThemeWasNotSaved: (error) => `Das Design wurde nicht gespeichert: ${error}`,
  theme: 'Design',
};
