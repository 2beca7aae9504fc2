import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayMakeKeys, useMe } from '../../lib/identity.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { onDay, relative } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, PageHead } from '../../ui/page.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { useTell } from '../../ui/toasts.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { type ApiKey, apiKeysQuery, useRevokeApiKey } from './queries.ts';

export function ApiKeysPage() {
  usePageTitle('API keys');
  const me = useMe();
  const [making, setMaking] = useState(false);
  return (
    <>
      <PageHead
        title="API keys"
        lead={
          <>
            A key lets a program act as you. Keep it like a password; see the{' '}
            <a href="/docs" className="text-ink underline underline-offset-4 hover:text-accent">
              API docs
            </a>{' '}
            for what it can do.
          </>
        }
        actions={
          mayMakeKeys(me) && (
            <Button look="primary" onClick={() => setMaking(true)}>
              <Icon name="plus" /> New key
            </Button>
          )
        }
      />
      <KeyList />
      <NewKeyDialog open={making} onClose={() => setMaking(false)} />
    </>
  );
}

function KeyList() {
  const keys = useQuery(apiKeysQuery);
  const [revoking, setRevoking] = useState<ApiKey | undefined>();
  if (keys.isPending) return <Waiting label="Loading keys" />;
  if (keys.isError) return <Failure error={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data.length === 0) {
    return (
      <Empty title="No keys yet">
        Make one for each program that talks to Parley, so that each can be revoked alone.
      </Empty>
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
  const over = apiKey.revoked_at !== null || expired;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line py-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className={over ? 'text-soft' : ''}>{apiKey.name}</span>
          {apiKey.revoked_at ? <Badge>Revoked</Badge> : expired && <Badge>Expired</Badge>}
        </p>
        <p className="mt-0.5 font-mono text-sm text-soft">{apiKey.masked}</p>
        <p className="mt-1 text-sm text-soft">{historyOf(apiKey).join(' · ')}</p>
      </div>
      {!over && (
        <Button look="danger" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function historyOf({ created_at, last_used_at, expires_at, revoked_at }: ApiKey): string[] {
  const facts = [
    `Made ${onDay(created_at)}`,
    last_used_at ? `last used ${relative(last_used_at)}` : 'never used',
  ];
  if (revoked_at) facts.push(`revoked ${relative(revoked_at)}`);
  else if (expires_at)
    facts.push(`${Date.parse(expires_at) > Date.now() ? 'expires' : 'expired'} ${relative(expires_at)}`);
  return facts;
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose(): void }) {
  const revoke = useRevokeApiKey();
  const tell = useTell();
  const confirm = () => {
    if (!apiKey) return;
    revoke.mutate(apiKey.id, {
      onSuccess: () => tell({ text: `“${apiKey.name}” is revoked.` }),
      onError: (error) => tell({ text: `“${apiKey.name}” was not revoked: ${error.message}` }),
      onSettled: onClose,
    });
  };
  return (
    <Confirm
      open={apiKey !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      busy={revoke.isPending}
      title={`Revoke “${apiKey?.name ?? ''}”?`}
      description="Programs that use this key are refused from their next request on. This can’t be undone."
      action="Revoke key"
    />
  );
}
