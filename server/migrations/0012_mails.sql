-- Mail that must be sent, written in the transaction that decided it: decided and not sent can't happen.
create table outbox_mails (
  id ident primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  leased_until timestamptz,
  created_at timestamptz(3) not null
);
create index outbox_mails_due on outbox_mails (due_at);
