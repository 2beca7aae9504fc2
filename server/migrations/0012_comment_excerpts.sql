-- The words of a report that a comment is about, with those before and after it.
alter table comments add column excerpt jsonb;
