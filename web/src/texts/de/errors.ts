import type { Catalogue } from '../catalogue.ts';

export const errors: Catalogue['errors'] = {
  serverResponded: (status) => `Der Server hat mit dem Status ${status} geantwortet.`,
  unreachable: 'Parley ist nicht erreichbar.',
  unreachableHint: 'Parley ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  // The API writes English.
  value: (message) => `Ungültige Eingabe: ${message}`,
  valueOf: (field, message) => `Ungültige Eingabe: ${field} ${message}`,
};
