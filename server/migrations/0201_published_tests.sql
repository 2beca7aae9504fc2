-- For the open link of a test, which is shown with the test.
create index participant_links_open on participant_links (test_id, created_at desc)
  where participant_id is null and invitation_id is null and response_id is null and session_id is null
    and revoked_at is null;

-- For the median duration of a test.
create index responses_by_duration on responses (test_id, duration_seconds)
  where status = 'completed' and not simulated;

-- For the list of all tests of a workspace, and for the tests whose deadline has passed.
create index tests_open_by_deadline on tests ((post_details ->> 'deadline'))
  where status in ('live', 'paused') and post_details ->> 'deadline' is not null;
