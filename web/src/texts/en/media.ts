export const media = {
  deletedFile: 'Deleted file',
  play: (label: string) => `Play: ${label}`,
  fileHasNoRecordingTo: 'This file has no recording to play.',
  recordingCantBePlayedOpen: 'The recording can’t be played. Open the file to see why.',
  pause: 'Pause',
  play2: 'Play',
  position: 'Position',
  tryAgain: 'Try again',
};
