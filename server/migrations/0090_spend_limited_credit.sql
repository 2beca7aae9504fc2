-- Spends a credit of a plan with a limit, or raises CR001. A statement that fails ends its transaction, so the caller can
-- send it together with the statements that follow and needs no result.
create function spend_limited_credit(
  in_workspace_id text, in_credit text, in_period_start date, in_amount bigint, in_limit bigint
) returns void language plpgsql as $$
declare
  -- Other shards were filled while the plan had no limit; nothing is added to them now.
  other_shards bigint := coalesce((
    select sum(o.used) from credit_usage o
     where o.workspace_id = in_workspace_id and o.credit = in_credit and o.period_start = in_period_start
       and o.shard <> 0), 0);
begin
  -- The row lock of the upsert serializes concurrent transactions, and each sees what the others have spent.
  insert into credit_usage as c (workspace_id, credit, period_start, shard, used)
  select in_workspace_id, in_credit, in_period_start, 0, in_amount
   where in_amount + other_shards + coalesce((
     select o.used from credit_usage o
      where o.workspace_id = in_workspace_id and o.credit = in_credit and o.period_start = in_period_start
        and o.shard = 0), 0) <= in_limit
  on conflict (workspace_id, credit, period_start, shard) do update set used = c.used + excluded.used
    where c.used + excluded.used + other_shards <= in_limit;
  if not found then
    raise exception using errcode = 'CR001', message = 'The limit of the plan is reached.';
  end if;
end $$;
