import type { Catalogue } from '../catalogue.ts';
import { formatCount } from '../numbers.ts';

export const transcriptHistory: Catalogue['transcriptHistory'] = {
  loading: 'Verlauf wird geladen',
  empty: 'Diese Datei hat noch kein Transkript.',
  actions: {
    transcribe: 'Transkribiert',
    import: 'Importiert',
    replace: 'Text ersetzt',
    edit: 'Segment bearbeitet',
    split: 'Segment geteilt',
    join: 'Zwei Segmente verbunden',
    rename_speaker: 'Sprecher umbenannt',
    merge_speakers: 'Sprecher zusammengelegt',
    revert: 'Frühere Version wiederhergestellt',
    undo: 'Änderung rückgängig gemacht',
  },
  version: (revision) => `v${revision}`,
  formerMember: 'Ein früheres Mitglied',
  current: 'Aktuell',
  hideChanges: 'Änderungen ausblenden',
  compare: 'Mit jetzt vergleichen',
  loadMore: 'Mehr laden',
  returnTo: (revision) => `Rückkehr zu Version ${revision}`,
  restored: (revision) => `Version ${revision} wiederhergestellt.`,
  notRestored: (reason) => `Nicht wiederhergestellt. ${reason}`,
  sameText: 'Diese Version hat denselben Text wie jetzt.',
  changedSince: (count) => `${formatCount(count, 'Segment', 'Segmente')} seit dieser Version geändert.`,
  moreChanged: (count) => `${formatCount(count, 'weiteres Segment', 'weitere Segmente')} geändert.`,
  restore: 'Diese Version wiederherstellen',

  conflict: 'Dieses Segment wurde inzwischen geändert',
  conflictHint:
    'Jemand hat einen anderen Text gespeichert, während Sie das Segment bearbeitet haben. Wählen Sie, welcher bleibt.',
  savedText: 'Gespeicherter Text',
  yourText: 'Ihr Text mit den Unterschieden',
  editMine: 'Meinen Text bearbeiten',
  keepTheirs: 'Gespeicherten Text behalten',
  useMine: 'Meinen Text verwenden',
};
