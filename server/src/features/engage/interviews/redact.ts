import { sql } from '../../../platform/database/index.ts';
import type { TextProject, TextTable } from '../../text-table.ts';

const ofResponse = ({ id }: TextProject) =>
  sql`t.response_id in (select r.id from responses r where r.project_id = ${id})`;

/** What other people said in interviews. */
export const interviewTexts: TextTable[] = [
  {
    table: 'follow_ups',
    key: ['response_id', 'question_id', 'turn'],
    ofProject: ofResponse,
    columns: { text: 'plain' },
    isGivenByOthers: true,
  },
  {
    table: 'spoken_answers',
    key: ['response_id'],
    ofProject: ofResponse,
    columns: { text: 'plain' },
    isGivenByOthers: true,
  },
  {
    table: 'interview_turns',
    key: ['session_id', 'number'],
    ofProject: ({ id }) =>
      sql`t.session_id in (select r.id from engage_sessions r where r.project_id = ${id})`,
    columns: { text: 'plain', step: 'json', reading: 'json' },
    isGivenByOthers: true,
  },
];
