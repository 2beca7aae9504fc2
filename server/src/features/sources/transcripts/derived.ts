import { derived } from '../../../platform/database/derived/declaration.ts';

export const transcripts = derived('transcripts', {
  live: { type: 'transcript', key: 'file_id', file: 'file_id' },
  activity: { file: true },
  tasks: [{ name: 'embedding', kind: 'transcript.embed', subject: 'file_id', unfinished: 'one' }],
});

export const segments = derived('segments', {
  search: {
    type: 'segment',
    body: (row) => `${row}.text`,
    file: 'file_id',
    seconds: 'start_seconds',
    hasWorkspace: true,
  },
});

const withTranscript = 'It is written together with its transcript, whose changes are declared.';
export const pastSegments = derived('past_segments', { none: withTranscript });
export const transcriptRevisions = derived('transcript_revisions', { none: withTranscript });
