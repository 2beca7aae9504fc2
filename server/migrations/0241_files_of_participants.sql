-- The files of a response or a session, for erasures.
create index files_of_response on files (response_id) where response_id is not null;
create index files_of_session on files (session_id) where session_id is not null;
