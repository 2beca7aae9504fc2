import { derived } from '../../../platform/database/derived/declaration.ts';

const withSession = 'It belongs to a session or a response, whose changes are declared.';

export const interviews = derived('interviews', { none: withSession });
export const interviewTurns = derived('interview_turns', { none: withSession });
export const followUps = derived('follow_ups', { none: withSession });
export const spokenAnswers = derived('spoken_answers', { none: withSession });

/** The bytes count as storage until their text replaces them. */
export const spokenParts = derived('spoken_parts', {
  storage: { bytes: (row) => `length(${row}.bytes)`, workspace: 'workspace_id' },
});
