/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks';
import type { Visit } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import { Notice } from '../ui/notice.tsx';

interface ThanksProps {
  visit: Visit;
  redirectUrl: string | null;
  /** Whether the answers were sent in this visit. Someone who returns is not forwarded, but can follow the link. */
  justSent: boolean;
  screenedOut: boolean;
  actions?: preact.ComponentChildren;
}

export function ThanksPage({ visit, redirectUrl, justSent, screenedOut, actions }: ThanksProps) {
  const { t } = useTexts();
  const target = safeUrl(redirectUrl);
  const isForwarding = justSent && target !== null;
  useEffect(() => {
    if (isForwarding) location.replace(target);
  }, [isForwarding, target]);
  const [title, text] = screenedOut
    ? [t.screenedOutTitle, t.screenedOutText]
    : visit.test.type === 'live_interview'
      ? [t.callOverTitle, t.callOverText]
      : [t.thanksTitle, justSent ? t.thanksText : t.thanksAlready];
  return (
    <Notice
      icon="check"
      title={title}
      text={isForwarding ? t.redirecting : text}
      researcher={visit.test.researcher}
      actions={actions}
    >
      {target && (
        <a class="button button-primary" href={target} rel="noreferrer">
          <span>{t.continueTo}</span>
        </a>
      )}
    </Notice>
  );
}

/** Only web addresses: `javascript:` must never run in this page. */
function safeUrl(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return null;
  return ['http:', 'https:'].includes(new URL(url).protocol) ? url : null;
}
