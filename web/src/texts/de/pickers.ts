import type { Catalogue } from '../catalogue.ts';

export const pickers: Catalogue['pickers'] = {
  search: (label) => `${label} durchsuchen`,
  nothingToChooseFrom: 'Es gibt noch nichts zur Auswahl.',
  nothingMatches: (text) => `Nichts entspricht „${text}“.`,
  create: (name) => `„${name}“ erstellen`,
  nothingFound: 'Nichts gefunden.',
  ownColor: 'Eigene Farbe',
  ownColorOf: (color) => `Eigene Farbe ${color}`,
  noColor: 'Keine Farbe',
  hues: {
    green: 'Grün',
    red: 'Rot',
    amber: 'Bernstein',
    blue: 'Blau',
    violet: 'Violett',
    teal: 'Blaugrün',
    pink: 'Rosa',
    gray: 'Grau',
  },
};
