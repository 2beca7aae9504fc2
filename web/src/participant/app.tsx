/** @jsxImportSource preact */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { inOneTab } from './answers/browser-lock.ts';
import { forgetResponse, personalLinks, type Store } from './answers/storage.ts';
import { type Client, Refusal } from './api/client.ts';
import { describeDevice } from './api/device.ts';
import type { ResponseState, Visit } from './api/wire.ts';
import { FooterActions } from './pages/footer-actions.tsx';
import { StatePage } from './pages/state-page.tsx';
import { Survey } from './pages/survey.tsx';
import { ThanksPage } from './pages/thanks-page.tsx';
import { WelcomePage } from './pages/welcome-page.tsx';
import { currentLocale, useTexts } from './texts/context.tsx';
import { Button } from './ui/button.tsx';
import { LazyPage } from './ui/lazy.tsx';
import { LoadingPage } from './ui/loading-page.tsx';
import { Notice } from './ui/notice.tsx';

type Trouble = 'unknown' | 'unreachable' | 'busy';
interface Sent {
  status: 'completed' | 'screened_out';
  redirectUrl: string | null;
}

const loadInterview = () => import('./interview/interview-page.tsx').then((module) => module.InterviewPage);
const loadBooking = () => import('./booking/booking-page.tsx').then((module) => module.BookingPage);

/** In an interview the page asks only the questions of the screener; then another page takes over. */
const hasInterview = ({ test }: Visit) => test.type === 'ai_interview' || test.type === 'live_interview';

const retryMs = 5_000;
/** If the server still refuses stored answers, the survey goes on without them. */
const catchUpsMax = 3;

interface AppProps {
  client: Client;
  store: Store;
  /** The token of the address, which for an open link differs from the participant's own. */
  linkToken: string;
}

export function App({ client, store, linkToken }: AppProps) {
  const { t } = useTexts();
  const [visit, setVisit] = useState<Visit>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [sent, setSent] = useState<Sent>();
  const [loads, setLoads] = useState(0);
  const [isScreened, setScreened] = useState(false);
  const retryTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const load = useCallback(async () => {
    clearTimeout(retryTimer.current);
    try {
      setVisit(await client.visit());
      setLoads((count) => count + 1);
      setTrouble(undefined);
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.status === 401;
      if (isUnknown && client.token() !== linkToken) {
        // The personal link of this browser was deleted; the open link may still work.
        personalLinks(store).remove(linkToken);
        client.changeToken(linkToken);
        return load();
      }
      setTrouble(
        isUnknown ? 'unknown' : error instanceof Refusal && error.status === 429 ? 'busy' : 'unreachable',
      );
      const seconds = error instanceof Refusal ? error.retryAfterSeconds : 0;
      if (!isUnknown) retryTimer.current = setTimeout(() => void load(), seconds * 1_000 || retryMs);
    }
  }, [client, store, linkToken]);

  useEffect(() => void load(), [load]);
  useEffect(() => {
    const onOnline = () => trouble && void load();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [load, trouble]);

  /** Another tab of this browser may have started since this page was loaded. Then this tab continues the same response. */
  const continueOtherTab = useCallback(async (): Promise<boolean> => {
    const personal = client.token() === linkToken ? personalLinks(store).find(linkToken) : null;
    if (personal === null) return false;
    client.changeToken(personal);
    await load();
    return true;
  }, [client, store, linkToken, load]);
  useEffect(
    () => personalLinks(store).onAdded(linkToken, () => void continueOtherTab()),
    [store, linkToken, continueOtherTab],
  );

  const start = (email: string | undefined) =>
    inOneTab(`parley.start.${linkToken}`, () => startOrContinue(email));

  async function startOrContinue(email: string | undefined): Promise<'email_refused' | undefined> {
    if (!visit || (await continueOtherTab())) return undefined;
    try {
      const { token, ...response } = await client.start({
        locale: currentLocale(),
        device: describeDevice(navigator.userAgent, navigator.maxTouchPoints),
        ...(visit.test.consent ? { consent_version: visit.test.consent.version } : {}),
        ...(email ? { email } : {}),
      });
      if (token) adoptToken(token);
      setVisit({ ...visit, state: 'in_progress', response });
    } catch (error) {
      // The state of the link explains a refusal; a failed connection is shown on the page.
      if (!(error instanceof Refusal)) throw error;
      if (email && error.details.some(({ field }) => field === 'email')) return 'email_refused';
      if (error.code === 'quota_exceeded') setVisit({ ...visit, state: 'full' });
      else if (error.status === 401 || error.status === 422) await load();
      else throw error;
    }
    return undefined;
  }

  /** From now on this browser uses its personal link. */
  function adoptToken(token: string) {
    client.changeToken(token);
    // Without storage only the address survives a reload.
    if (!personalLinks(store).add(linkToken, token)) history.replaceState(null, '', `/t/${token}`);
  }

  function finish(response: ResponseState, next: Sent) {
    forgetResponse(store, response.id);
    setSent(next);
    setVisit((before) => before && { ...before, state: next.status });
    window.scrollTo(0, 0);
  }

  const withdrawn = () => {
    if (!visit) return;
    if (visit.response) forgetResponse(store, visit.response.id);
    personalLinks(store).remove(linkToken);
    setVisit({ ...visit, state: 'withdrawn', response: null });
  };

  if (trouble) return <TroublePage trouble={trouble} onRetry={() => void load()} />;
  if (!visit) return <LoadingPage />;
  const { state, response } = visit;
  const actions = (canContinueLater: boolean) => (
    <FooterActions
      client={client}
      canContinueLater={canContinueLater}
      sendsMail={visit.sends_mail && !visit.invitation}
      onWithdrawn={withdrawn}
    />
  );
  switch (state) {
    case 'ready':
      return (
        <WelcomePage
          visit={visit}
          onStart={start}
          onDecline={async () => {
            await client.decline();
            setVisit({ ...visit, state: 'declined' });
          }}
        />
      );
    case 'in_progress': {
      if (!response) return <WelcomePage visit={visit} onStart={start} onDecline={async () => {}} />;
      const common = { client, store, visit, response, actions: actions(true), onReload: load };
      const onEnded = (redirectUrl: string | null) => finish(response, { status: 'completed', redirectUrl });
      if (!hasInterview(visit) || (response.question && !isScreened)) {
        return (
          <Survey
            {...common}
            key={`${response.id}.${loads}`}
            catchesUp={loads < catchUpsMax}
            onFinished={(status, redirectUrl) => finish(response, { status, redirectUrl })}
            onAsked={hasInterview(visit) ? () => setScreened(true) : undefined}
          />
        );
      }
      return visit.test.type === 'ai_interview' ? (
        <LazyPage
          load={loadInterview}
          page={{ ...common, endedActions: actions(false), onFinished: onEnded }}
        />
      ) : (
        <LazyPage load={loadBooking} page={common} />
      );
    }
    case 'completed':
    case 'screened_out':
      return (
        <ThanksPage
          visit={visit}
          redirectUrl={sent?.redirectUrl ?? visit.test.redirect_url}
          justSent={sent !== undefined}
          screenedOut={state === 'screened_out'}
          actions={actions(false)}
        />
      );
    default:
      return (
        <StatePage
          state={state}
          visit={visit}
          actions={response && state !== 'withdrawn' ? actions(false) : undefined}
          key={t.language + state}
        />
      );
  }
}

function TroublePage({ trouble, onRetry }: { trouble: Trouble; onRetry(): void }) {
  const { t } = useTexts();
  if (trouble === 'unknown') return <Notice icon="broken" title={t.unknownTitle} text={t.unknown} />;
  const [title, text] = trouble === 'busy' ? [t.busyTitle, t.busy] : [t.unreachableTitle, t.unreachable];
  return (
    <Notice icon="cloud" title={title} text={text}>
      <Button variant="primary" onClick={onRetry}>
        {t.retry}
      </Button>
    </Notice>
  );
}
