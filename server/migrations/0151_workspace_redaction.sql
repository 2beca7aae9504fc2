-- Whether personal data is replaced before text is sent to a language model. Null: the default of the server.
alter table workspaces add column ai_redaction boolean;
