import type { Catalogue } from '../catalogue.ts';

export const projectActions: Catalogue['projectActions'] = {
  restored: (name) => `„${name}“ wiederhergestellt.`,
  couldNotRestore: (name, error) => `„${name}“ konnte nicht wiederhergestellt werden: ${error}`,
  deleted: (name) => `„${name}“ gelöscht.`,
  undo: 'Rückgängig',
  couldNotDelete: (name, error) => `„${name}“ konnte nicht gelöscht werden: ${error}`,
  movedToActive: (name) => `„${name}“ zu den aktiven verschoben.`,
  archived: (name) => `„${name}“ archiviert.`,
  actionsFor: (name) => `Aktionen für ${name}`,
  open: 'Öffnen',
  renameMenuItem: 'Umbenennen…',
  shareMenuItem: 'Teilen…',
  moveToActive: 'Zu den aktiven verschieben',
  archive: 'Archivieren',
  removeTheSample: 'Beispiel entfernen',
  delete: 'Löschen',
};
