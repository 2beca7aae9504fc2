import { useQuery } from '@tanstack/react-query';
import { guideQuery, sessionQuery } from '../../data/calls.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CallSession } from './call-session.tsx';
import { texts } from './texts.ts';

/** The researcher's page of a session: the call with its guide and notes, and afterwards where the recording is. */
export function CallPage({ sessionId }: { sessionId: string }) {
  const session = useQuery(sessionQuery(sessionId));
  const test = useQuery({ ...guideQuery(session.data?.test_id ?? ''), enabled: session.data !== undefined });
  const { name, email } = session.data?.participant ?? {};
  usePageTitle(texts.callWith(name ?? email ?? texts.someParticipant));
  const failed = session.isError ? session : test.isError ? test : undefined;
  if (failed)
    return (
      <Page>
        <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    );
  if (!session.data || !test.data)
    return (
      <Page>
        <Skeleton rows={6} label={texts.loadingTheCall} />
      </Page>
    );
  return <CallSession key={sessionId} session={session.data} test={test.data} />;
}
