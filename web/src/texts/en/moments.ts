export const moments = {
  play: (words: string) => `Play: ${words}`,
  pause: (words: string) => `Pause: ${words}`,
  open: (words: string) => `Open: ${words}`,
  openPassage: 'Open the passage',
  thePassage: 'the passage',
  quoted: (words: string) => `“${words}”`,
  noWords: 'A passage without words',
  notVerified: 'The transcript does not contain these words.',
  sourceDeleted: 'The source was deleted. The words remain.',
  failures: {
    gone: 'This recording was deleted, or you no longer have access to it.',
    no_recording: 'This file has no sound. Open the passage to read it.',
    unplayable: 'The recording can’t be played in this browser.',
    unreachable: 'The recording can’t be loaded. Check the connection and try again.',
  },
  moods: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' },
};
