-- When each word was spoken, where the engine knew it: an array of text, start_seconds, end_seconds, start_character.
alter table segments add column words jsonb;
alter table past_segments add column words jsonb;
