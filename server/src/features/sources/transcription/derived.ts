import { derived } from '../../../platform/database/derived/declaration.ts';

export const transcriptionSteps = derived('transcription_steps', {
  none: 'Only the job reads it, and deletes it at its end.',
});
