-- Ids that triggers create: a UUIDv7 in Crockford base 32, as in foundation/ids.ts.
create function new_id(prefix text, at timestamptz) returns text language plpgsql as $$
declare
  random text := replace(gen_random_uuid()::text, '-', '');
  bits text := '00' || (('x' || lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(random, 14))::bit(128))::text;
  body text := '';
begin
  for i in 0..25 loop
    body := body || substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (substr(bits, 1 + 5 * i, 5)::bit(5))::integer, 1);
  end loop;
  return prefix || '_' || body;
end $$;

-- What a person should know of. It contains ids; the words are read from the records, for those who may read them.
create table inbox_items (
  id ident primary key,
  user_id ident not null references users on delete cascade,
  workspace_id ident not null,
  project_id ident,
  type text not null check (type in ('mention', 'reply', 'assignment', 'job_succeeded', 'job_failed', 'response',
    'webhook_disabled', 'invitation_bounced')),
  source_id ident not null,
  subject_type text not null check (subject_type in ('card', 'report', 'note', 'clip', 'tagging', 'file', 'chat', 'project',
    'test', 'response', 'webhook', 'invitation', 'member_invitation')),
  subject_id ident not null,
  group_key ident not null,
  label text,
  actor_id ident,
  count integer not null default 1,
  read_at timestamptz(3),
  mailed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (user_id, group_key)
);
comment on column inbox_items.source_id is 'The record with which the row is deleted';
comment on column inbox_items.group_key is 'What happens again under this key is added to the row';
create index inbox_items_of_user on inbox_items (user_id, updated_at desc, id desc);
create index inbox_items_by_creation on inbox_items (user_id, created_at desc, id desc);
create index inbox_items_unread on inbox_items (user_id, updated_at desc, id desc) where read_at is null;
create index inbox_items_of_source on inbox_items (source_id);
create index inbox_items_of_project on inbox_items (project_id);
create index inbox_items_by_age on inbox_items (updated_at);
create index inbox_items_to_mail on inbox_items (updated_at)
  where mailed_at is null and read_at is null and type in ('mention', 'assignment');

alter table users add column inbox_mail boolean not null default true;
