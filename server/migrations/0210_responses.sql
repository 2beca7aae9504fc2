-- Finds open texts that two responses to one question have in common. Short texts, such as "Yes.", are often the same.
create index answers_by_text on answers (question_id, md5(lower(text)))
  where type = 'open' and turn = 0 and char_length(text) >= 20;

create trigger responses_untagged after delete on responses
  referencing old table as changed for each statement execute function drop_taggings();
