-- Hand-written because it deletes other answers: a changed answer removes the follow-up questions that were built on it, with
-- their answers.
create function derived.remove_follow_ups() returns trigger language plpgsql as $$
begin
  with removed as (
    delete from follow_ups
     where response_id = new.response_id and question_id = new.question_id and turn > new.turn
    returning turn)
  delete from answers a using removed r
   where a.response_id = new.response_id and a.question_id = new.question_id and a.turn = r.turn;
  return null;
end $$;

create trigger answers_changed after update of value, text, option_ids, skipped on answers
  for each row when ((old.value, old.text, old.option_ids, old.skipped)
    is distinct from (new.value, new.text, new.option_ids, new.skipped))
  execute function derived.remove_follow_ups();
