-- A user without a row here has no password and so no way to sign in with a browser.
create table passwords (
  user_id ident primary key references users on delete cascade,
  hash text not null,
  updated_at timestamptz(3) not null
);

-- A browser that is signed in. Only the SHA-256 of its token is kept: who reads this table can't use it.
create table sign_ins (
  token_hash bytea primary key,
  user_id ident not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_ins_user on sign_ins (user_id);
create index sign_ins_expiry on sign_ins (expires_at);
