import type { Catalogue } from '../catalogue.ts';

export const moments: Catalogue['moments'] = {
  play: (words) => `Abspielen: ${words}`,
  pause: (words) => `Anhalten: ${words}`,
  open: (words) => `Öffnen: ${words}`,
  openPassage: 'Stelle öffnen',
  thePassage: 'die Stelle',
  quoted: (words) => `„${words}“`,
  noWords: 'Eine Stelle ohne Worte',
  notVerified: 'Das Transkript enthält diese Worte nicht.',
  sourceDeleted: 'Die Quelle wurde gelöscht. Die Worte bleiben.',
  failures: {
    gone: 'Diese Aufnahme wurde gelöscht, oder Sie haben keinen Zugriff mehr darauf.',
    no_recording: 'Diese Datei hat keinen Ton. Öffnen Sie die Stelle, um sie zu lesen.',
    unplayable: 'Die Aufnahme kann in diesem Browser nicht abgespielt werden.',
    unreachable:
      'Die Aufnahme kann nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  },
  moods: { positive: 'Positiv', neutral: 'Neutral', negative: 'Negativ' },
};
