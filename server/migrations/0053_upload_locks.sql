-- Who may write to an upload just now, on whichever node: a lease, renewed while it is held. A holder that dies stops
-- renewing; one whose lease was taken sees another holder and writes no more.
create table upload_locks (
  upload_id ident primary key references files on delete cascade,
  holder uuid not null,
  until timestamptz not null,
  -- Somebody waits: the holder comes to an end with what it has.
  wanted boolean not null default false
);
