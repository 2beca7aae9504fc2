-- How transcripts name an erased person, and the names of their files. They are removed from other texts, also by an erasure
-- that continues after the files are gone. Empty when the erasure is finished.
alter table erasures add column labels text[] not null default '{}';
