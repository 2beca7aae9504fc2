import type { Catalogue } from '../catalogue.ts';

export const settings: Catalogue['settings'] = {
  account: 'Konto',
  workspace: 'Arbeitsbereich',
  members: 'Mitglieder',
  apiKeys: 'API-Schlüssel',
  usage: 'Nutzung',
  settings: 'Einstellungen',
};
