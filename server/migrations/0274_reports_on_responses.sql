-- Reports read the written answers of responses, too. A deleted response marks its citations, as a deleted file does.
alter table reports add column response_ids text[] collate "C" not null default '{}';
create trigger responses_uncited after delete on responses
  referencing old table as changed for each statement execute function release_cited('response_id');
