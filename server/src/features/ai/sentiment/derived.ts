import { derived } from '../../../platform/database/derived/declaration.ts';

const ofJob = 'It is the result of a job, whose changes are declared.';

export const fileSentiments = derived('file_sentiments', { none: ofJob });
export const segmentSentiments = derived('segment_sentiments', { none: ofJob });
