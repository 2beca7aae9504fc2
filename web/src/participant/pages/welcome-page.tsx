/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Visit } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import { textDirection } from '../texts/direction.ts';
import { formatDay, formatIncentive, formatMinutes } from '../texts/format.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { Frame, Title } from '../ui/frame.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

interface WelcomeProps {
  visit: Visit;
  /** `email_refused`: the server accepts no such address. */
  onStart(email: string | undefined): Promise<'email_refused' | undefined>;
  onDecline(): Promise<void>;
}

export function WelcomePage({ visit, onStart, onDecline }: WelcomeProps) {
  const { t } = useTexts();
  const { test } = visit;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  // The link in the mail that declines leads here.
  const [isDeclining, setDeclining] = useState(visit.invitation !== null && location.hash === '#decline');
  const email = useRef<HTMLInputElement>(null);
  // The researcher knows the address of a person who was invited or scheduled. On an open link a gift has no other way
  // to arrive. For a call, the calendar invitation is sent to it.
  const isKnown = visit.invitation !== null || visit.has_email;
  const asksEmail = !isKnown && (test.incentive !== null || test.type === 'live_interview');
  const [emailError, setEmailError] = useState('');

  async function run(action: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    setError('');
    setEmailError('');
    try {
      await action();
    } catch {
      setError(t.failed);
    } finally {
      setBusy(false);
    }
  }

  function start(event: Event) {
    event.preventDefault();
    if (email.current && !email.current.checkValidity()) {
      return refuseEmail(t.emailWrong);
    }
    void run(async () => {
      if (await onStart(email.current?.value.trim() || undefined)) refuseEmail(t.emailWrong);
    });
  }

  function refuseEmail(reason: string) {
    setEmailError(reason);
    email.current?.focus();
  }

  return (
    <Frame researcher={t.byResearcher(test.researcher)}>
      <form class="welcome" dir={textDirection(test.title)} noValidate onSubmit={start}>
        <Title page="welcome">{test.title}</Title>
        {test.description && (
          <p class="lead prose" dir="auto">
            {test.description}
          </p>
        )}
        <Facts visit={visit} />
        {test.consent && (
          <div class="consent">
            <h2 id="consent-title" class="subtitle">
              {t.consentTitle}
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll with the keyboard. */}
            <section class="consent-text prose" dir="auto" tabIndex={0} aria-labelledby="consent-title">
              {test.consent.text}
            </section>
            {test.consent.recording && (
              <p class="hint">
                {test.type.endsWith('interview') ? t.consentInterviewRecording : t.consentRecording}
              </p>
            )}
          </div>
        )}
        {asksEmail && (
          <EmailField
            inputRef={email}
            label={test.incentive ? t.emailOptional : t.emailForCall}
            hint={t.emailHint}
            error={emailError}
          />
        )}
        <p class="error" role="alert">
          {error}
        </p>
        <div class="welcome-actions">
          <Button variant="primary" type="submit" busy={busy}>
            {test.consent ? t.agreeAndStart : t.start}
          </Button>
          {visit.invitation && (
            <Button variant="bare" onClick={() => setDeclining(true)}>
              {t.decline}
            </Button>
          )}
        </div>
        <p class="hint">{t.resumeHint}</p>
      </form>
      {isDeclining && (
        <Dialog title={t.declineTitle} onClose={() => setDeclining(false)}>
          <p>{t.declineText}</p>
          <div class="dialog-actions">
            <Button onClick={() => setDeclining(false)}>{t.cancel}</Button>
            <Button variant="primary" busy={busy} onClick={() => void run(onDecline)}>
              {t.declineConfirm}
            </Button>
          </div>
        </Dialog>
      )}
    </Frame>
  );
}

/** What it takes and what it gives. */
function Facts({ visit: { test } }: { visit: Visit }) {
  const { t, locale } = useTexts();
  const kind = {
    ai_interview: t.interviewAi,
    live_interview: t.interviewLive,
    survey: null,
    ai_survey: null,
  };
  return (
    <dl class="facts">
      {test.estimated_minutes !== null && (
        <Fact icon="clock" name={t.time}>
          {formatMinutes(locale, test.estimated_minutes)}
        </Fact>
      )}
      {kind[test.type] ? (
        <Fact icon="chat" name={t.interview}>
          {kind[test.type]}
        </Fact>
      ) : (
        <Fact icon="list" name={t.questions}>
          {new Intl.NumberFormat(locale).format(test.question_count)}
        </Fact>
      )}
      {test.incentive && (
        <Fact icon="gift" name={t.reward}>
          {formatIncentive(locale, test.incentive)}
        </Fact>
      )}
      {test.deadline && (
        <Fact icon="calendar" name={t.openUntil}>
          {t.openUntilDay(formatDay(locale, test.deadline))}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <Icon name={icon} />
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
