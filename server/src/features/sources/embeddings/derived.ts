import { derived } from '../../../platform/database/derived/declaration.ts';

const ofTask = 'It is derived: a task writes it after a transcript has changed.';

export const segmentVectors = derived('segment_vectors', { none: ofTask });
export const embeddedTranscripts = derived('embedded_transcripts', { none: ofTask });
