import type { Catalogue } from '../catalogue.ts';

export const fileFailures: Catalogue['fileFailures'] = {
  notProcessed: 'Die Datei konnte nicht verarbeitet werden.',
  notTranscribed: 'Die Transkription ist fehlgeschlagen.',
  notRead: 'Der Text konnte nicht gelesen werden.',
};
