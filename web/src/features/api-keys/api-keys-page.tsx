import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, apiKeysQuery, useRevokeApiKey } from '../../data/api-keys.ts';
import { canManageApiKeys, useMe } from '../../data/me.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatDate, formatRelativeTime } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export function ApiKeysPage() {
  usePageTitle('API keys');
  const me = useMe();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHead
        title="API keys"
        lead={
          <>
            An API key lets a program act as you. Keep it secret, like a password. The{' '}
            <a href="/docs" className="text-ink underline underline-offset-4 hover:text-accent">
              API docs
            </a>{' '}
            describe what it can do.
          </>
        }
        actions={
          canManageApiKeys(me) && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Icon name="plus" /> New key
            </Button>
          )
        }
      />
      <KeyList />
      <NewKeyDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function KeyList() {
  const keys = useQuery(apiKeysQuery);
  const [revoking, setRevoking] = useState<ApiKey | undefined>();
  if (keys.isPending) return <Skeleton label="Loading keys" />;
  if (keys.isError) return <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data.length === 0) {
    return (
      <EmptyState title="No keys yet">
        Create one key per program, so that you can revoke each separately.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="border-t border-line" aria-label="API keys">
        {keys.data.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const expired = apiKey.expires_at !== null && Date.parse(apiKey.expires_at) <= Date.now();
  const inactive = apiKey.revoked_at !== null || expired;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <bdi className={inactive ? 'text-soft' : ''}>{apiKey.name}</bdi>
          <span className="font-mono text-sm font-normal text-soft">{apiKey.masked}</span>
          {apiKey.revoked_at ? <Badge>Revoked</Badge> : expired && <Badge>Expired</Badge>}
        </p>
        <p className="text-sm text-soft">{apiKeyFacts(apiKey).join(' · ')}</p>
      </div>
      {!inactive && (
        <Button variant="danger" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function apiKeyFacts({ created_at, last_used_at, expires_at, revoked_at }: ApiKey): string[] {
  const facts = [
    `Created ${formatDate(created_at)}`,
    last_used_at ? `last used ${formatRelativeTime(last_used_at)}` : 'never used',
  ];
  if (revoked_at) facts.push(`revoked ${formatRelativeTime(revoked_at)}`);
  else if (expires_at)
    facts.push(
      `${Date.parse(expires_at) > Date.now() ? 'expires' : 'expired'} ${formatRelativeTime(expires_at)}`,
    );
  return facts;
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose(): void }) {
  const revoke = useRevokeApiKey();
  const toast = useToast();
  const confirm = () => {
    if (!apiKey) return;
    revoke.mutate(apiKey.id, {
      onSuccess: () => toast({ text: `Revoked “${apiKey.name}”.` }),
      onError: (error) => toast({ text: `Could not revoke “${apiKey.name}”: ${errorMessage(error)}` }),
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      busy={revoke.isPending}
      title={`Revoke “${apiKey?.name ?? ''}”?`}
      description="Programs that use this key lose access immediately. This can’t be undone."
      action="Revoke key"
    />
  );
}
