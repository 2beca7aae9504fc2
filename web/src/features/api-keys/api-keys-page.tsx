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
import { texts } from './texts.ts';

export function ApiKeysPage() {
  usePageTitle('API keys');
  const me = useMe();
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHead
        title={texts.apiKeys}
        lead={
          <>
            {texts.leadBeforeLink}{' '}
            <a href="/docs" className="text-ink underline underline-offset-4 hover:text-accent">
              {texts.apiDocs}
            </a>{' '}
            {texts.leadAfterLink}
          </>
        }
        actions={
          canManageApiKeys(me) && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Icon name="plus" /> {texts.newKey}
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
  if (keys.isPending) return <Skeleton label={texts.loadingKeys} />;
  if (keys.isError) return <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />;
  if (keys.data.length === 0) {
    return <EmptyState title={texts.noKeysYet}>{texts.oneKeyPerProgram}</EmptyState>;
  }
  return (
    <>
      <ul className="border-t border-line" aria-label={texts.apiKeys}>
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
          {apiKey.revoked_at ? <Badge>{texts.revoked}</Badge> : expired && <Badge>{texts.expired}</Badge>}
        </p>
        <p className="text-sm text-soft">{apiKeyFacts(apiKey).join(' · ')}</p>
      </div>
      {!inactive && (
        <Button variant="danger" onClick={onRevoke} aria-label={texts.revokeNamed(apiKey.name)}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}

function apiKeyFacts({ created_at, last_used_at, expires_at, revoked_at }: ApiKey): string[] {
  const facts = [
    texts.created(formatDate(created_at)),
    last_used_at ? texts.lastUsed(formatRelativeTime(last_used_at)) : texts.neverUsed,
  ];
  if (revoked_at) facts.push(texts.revoked2(formatRelativeTime(revoked_at)));
  else if (expires_at)
    facts.push(
      Date.parse(expires_at) > Date.now()
        ? texts.expires2(formatRelativeTime(expires_at))
        : texts.expired2(formatRelativeTime(expires_at)),
    );
  return facts;
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose(): void }) {
  const revoke = useRevokeApiKey();
  const toast = useToast();
  const confirm = () => {
    if (!apiKey) return;
    revoke.mutate(apiKey.id, {
      onSuccess: () => toast({ text: texts.revokedNamed(apiKey.name) }),
      onError: (error) => toast({ text: texts.notRevoked(apiKey.name, errorMessage(error)) }),
      onSettled: onClose,
    });
  };
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      busy={revoke.isPending}
      title={texts.revokeQuestion(apiKey?.name ?? '')}
      description={texts.revokeConsequence}
      action={texts.revokeKey}
    />
  );
}
