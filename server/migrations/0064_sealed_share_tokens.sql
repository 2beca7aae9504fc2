-- The token of a shared link opens the record to everyone who has it, so it is no longer stored in clear: a hash finds
-- the record, and the sealed token shows the link again. Existing links keep working by their hash; the server seals
-- their tokens after the start and clears `share_token`, because the key is not known here.
alter table clips add column share_hash bytea unique, add column share_sealed bytea;
alter table reports add column share_hash bytea unique, add column share_sealed bytea;
update clips set share_hash = sha256(convert_to(share_token, 'UTF8')) where share_token is not null;
update reports set share_hash = sha256(convert_to(share_token, 'UTF8')) where share_token is not null;
create index clips_unsealed on clips (id) where share_token is not null;
create index reports_unsealed on reports (id) where share_token is not null;
