-- For the periodic task that ends invitations whose time is over.
create index invitations_expiring on invitations (expires_at)
  where expires_at is not null and status in ('queued', 'sent', 'bounced', 'opened');
