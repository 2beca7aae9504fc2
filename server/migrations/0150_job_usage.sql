-- What a configured AI server used for the job, over all attempts: provider, model, input_tokens, output_tokens,
-- audio_seconds, cost_usd. Null for the models of this machine.
alter table jobs add column usage jsonb;
