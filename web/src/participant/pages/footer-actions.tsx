/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import { type Client, Refusal } from '../api/client.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField } from '../ui/email-field.tsx';

interface FooterActionsProps {
  client: Client;
  /** Whether there is something to continue. */
  canContinueLater: boolean;
  /** Without a mail server, the participant copies the link. An invited person has it in a mail already. */
  sendsMail: boolean;
  onWithdrawn(): void;
}

/** "Continue later" and "Delete my answers", reachable from every page after the start. */
export function FooterActions({ client, canContinueLater, sendsMail, onWithdrawn }: FooterActionsProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState<'later' | 'withdraw' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {canContinueLater && (
        <button type="button" class="link" onClick={() => setOpen('later')}>
          {t.later}
        </button>
      )}
      <button type="button" class="link" onClick={() => setOpen('withdraw')}>
        {t.withdraw}
      </button>
      {open === 'later' &&
        (sendsMail ? (
          <LaterDialog client={client} onClose={close} />
        ) : (
          <LinkDialog client={client} onClose={close} />
        ))}
      {open === 'withdraw' && <WithdrawDialog client={client} onClose={close} onWithdrawn={onWithdrawn} />}
    </>
  );
}

/** Runs one request at a time, and says whether it runs or failed. */
function useRequest() {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  async function run(request: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError('');
    try {
      await request();
      return true;
    } catch (failure) {
      // The browser accepts addresses that the server does not.
      const isAddress = failure instanceof Refusal && failure.details.some(({ field }) => field === 'email');
      setError(isAddress ? t.emailWrong : t.failed);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, setError, run };
}

function LaterDialog({ client, onClose }: { client: Client; onClose(): void }) {
  const { t } = useTexts();
  const { busy, error, setError, run } = useRequest();
  const [sentTo, setSentTo] = useState('');
  const input = useRef<HTMLInputElement>(null);
  async function send(event: Event) {
    event.preventDefault();
    const address = input.current?.value.trim() ?? '';
    if (!address || !input.current?.checkValidity()) {
      setError(t.emailWrong);
      input.current?.focus();
      return;
    }
    if (await run(() => client.remind(address))) setSentTo(address);
  }
  return (
    <Dialog title={t.laterTitle} onClose={onClose}>
      {sentTo ? (
        <p role="status">{t.laterSent(sentTo)}</p>
      ) : (
        <form id="later" noValidate onSubmit={(event) => void send(event)}>
          <p>{t.laterText}</p>
          <EmailField inputRef={input} label={t.laterEmail} error={error === t.emailWrong ? error : ''} />
          <p class="error" role="alert">
            {error === t.emailWrong ? '' : error}
          </p>
        </form>
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>{sentTo ? t.close : t.cancel}</Button>
        {!sentTo && (
          <Button variant="primary" type="submit" form="later" busy={busy}>
            {t.laterSend}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The personal link, to copy. */
function LinkDialog({ client, onClose }: { client: Client; onClose(): void }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  async function copy() {
    input.current?.select();
    // Browsers offer the clipboard only to secure pages. Elsewhere the selected link is copied with the keyboard.
    await navigator.clipboard?.writeText(input.current?.value ?? '').then(
      () => setCopied(true),
      () => undefined,
    );
  }
  return (
    <Dialog title={t.laterTitle} onClose={onClose}>
      <p>{t.laterLink}</p>
      <input
        ref={input}
        class="input"
        readOnly
        aria-label={t.laterLinkLabel}
        value={new URL(`/t/${client.token()}`, location.href).href}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p class="hint" role="status">
        {copied ? t.copied : ''}
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t.close}</Button>
        <Button variant="primary" onClick={() => void copy()}>
          {t.copyLink}
        </Button>
      </div>
    </Dialog>
  );
}

interface WithdrawProps {
  client: Client;
  onClose(): void;
  onWithdrawn(): void;
}

function WithdrawDialog({ client, onClose, onWithdrawn }: WithdrawProps) {
  const { t } = useTexts();
  const { busy, error, run } = useRequest();
  return (
    <Dialog title={t.withdrawTitle} onClose={onClose}>
      <p>{t.withdrawText}</p>
      <p class="error" role="alert">
        {error}
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button
          variant="danger"
          busy={busy}
          onClick={async () => {
            if (await run(client.withdraw)) onWithdrawn();
          }}
        >
          {t.withdrawConfirm}
        </Button>
      </div>
    </Dialog>
  );
}
