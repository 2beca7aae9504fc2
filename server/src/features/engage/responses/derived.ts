import { derived } from '../../../platform/database/derived/declaration.ts';

const isCompleted = `new.status = 'completed' and old.status <> 'completed' and not new.simulated`;

export const responses = derived('responses', {
  activity: {},
  taggable: 'record',
  tasks: [
    { name: 'sentiment', kind: 'response.sentiment', subject: 'id', updated: 'status', when: isCompleted },
  ],
  // Those of one day to one study are one row, which shows the last of them.
  inbox: [
    {
      name: 'completed',
      on: 'update of status',
      when: isCompleted,
      type: `'response'`,
      recipients: 'select t.created_by from tests t where t.id = new.test_id',
      source: 'new.test_id',
      subject: { type: `'response'`, id: 'new.id' },
      group: `new.test_id || ':' || (new.submitted_at at time zone 'UTC')::date`,
      at: 'new.submitted_at',
    },
  ],
  sql: ['count-responses.sql', 'index-response.sql'],
});

export const answers = derived('answers', { sql: ['remove-follow-ups.sql'] });

export const creditedResponses = derived('credited_responses', {
  none: 'A mark that a response was counted for the plan.',
});
export const responseRecordings = derived('response_recordings', {
  none: 'It connects a recording to its question until the answer does.',
});
