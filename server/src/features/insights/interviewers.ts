import { interviewerPatterns } from '@parley/transcript-text';
import { sql } from '../../platform/database/index.ts';

/** Whether the speaker `v` of a transcript asks or observes: by role, or without one by label. */
export const isInterviewer = sql`case when coalesce(v.role, '') = ''
  then btrim(v.label) ~* ${interviewerPatterns.label} or lower(btrim(v.label)) = 'observer'
  else v.role ~* ${interviewerPatterns.role} or v.role = 'observer' end`;
