-- Mails are sent by tasks of the kind mail.send. The trigger forwards mails of a server of the previous version that
-- still runs during a rolling upgrade, so the table stays empty from now on.
create function forward_mail() returns trigger language plpgsql as $$
begin
  insert into tasks (kind, workspace_id, subject, input, due_at)
  values ('mail.send',
    coalesce((select w.workspace_id from webhooks w where 'disabled-' || w.id = new.id), ''), new.id,
    jsonb_build_object('to', new.recipient, 'subject', new.subject, 'text', new.text_body, 'html', new.html_body),
    least(now() + interval '1 hour', greatest(new.due_at, new.leased_until)));
  return null;
end $$;
create trigger mails_forwarded before insert on outbox_mails for each row execute function forward_mail();

with queued as (delete from outbox_mails returning *)
insert into tasks (kind, workspace_id, subject, input, due_at)
select 'mail.send',
    coalesce((select w.workspace_id from webhooks w where 'disabled-' || w.id = m.id), ''), m.id,
    jsonb_build_object('to', m.recipient, 'subject', m.subject, 'text', m.text_body, 'html', m.html_body),
    least(now() + interval '1 hour', greatest(m.due_at, m.leased_until))
  from queued m;
