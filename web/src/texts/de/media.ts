import type { Catalogue } from '../catalogue.ts';

export const media: Catalogue['media'] = {
  deletedFile: 'Gelöschte Datei',
  play: (label) => `Abspielen: ${label}`,
  fileHasNoRecordingTo: 'Diese Datei hat keine Aufnahme zum Abspielen.',
  recordingCantBePlayedOpen:
    'Die Aufnahme kann nicht abgespielt werden. Öffnen Sie die Datei, um den Grund zu sehen.',
  pause: 'Pause',
  play2: 'Abspielen',
  position: 'Position',
  tryAgain: 'Erneut versuchen',
};
