import { derived } from '../../platform/database/derived/declaration.ts';

/** A person reads the answer of a chat while it is written, so only its failure is news. */
const isNews = `new.status in ('succeeded', 'failed') and old.status is distinct from new.status
    and not (new.type = 'chat' and new.status = 'succeeded')`;
const subjectId = `coalesce(new.file_id, new.result ->> 'report_id', new.input ->> 'chat_id', new.input ->> 'test_id', new.project_id)`;

export const jobs = derived('jobs', {
  live: { type: 'job', file: 'file_id' },
  inbox: [
    {
      name: 'end',
      on: 'update of status',
      when: isNews,
      type: `'job_' || new.status`,
      recipients: 'select new.created_by',
      source: subjectId,
      subject: {
        type: `case when new.file_id is not null then 'file' when new.result ? 'report_id' then 'report'
    when new.input ? 'chat_id' then 'chat' when new.input ? 'test_id' then 'test' else 'project' end`,
        id: subjectId,
      },
      group: 'new.id',
    },
  ],
});
