export const fileFailures = {
  notProcessed: 'The file could not be processed.',
  notTranscribed: 'The transcription failed.',
  notRead: 'The text could not be read.',
};
