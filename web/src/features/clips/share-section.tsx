import { Copy, Link2, Link2Off } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { StopSharingDialog } from '../sharing/index.ts';
import { texts } from './texts.ts';

interface ShareSectionProps {
  what: 'clip' | 'reel';
  isAudio: boolean;
  url: string | null;
  isReady: boolean;
  mayWrite: boolean;
  busy: boolean;
  onShare(shared: boolean, options: { onError(error: Error): void; onSettled?(): void }): void;
  /** Options of what is shared, below the link. */
  children?: ReactNode;
}

/** Switches the public link on and off, and shows it. */
export function ShareSection(props: ShareSectionProps) {
  const { what, isAudio, url, isReady, mayWrite, busy, onShare, children } = props;
  const shared = texts.recordings[what][isAudio ? 'sharedAudio' : 'sharedVideo'];
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const onError = (error: Error) => toast({ text: texts.theLinkWasNotChanged(errorMessage(error)) });
  const copy = async () =>
    toast({ text: (await copyText(url ?? '')) ? texts.theLinkIsCopied : texts.linkCouldNotBeCopied });
  return (
    <section aria-label={texts.sharing} className="space-y-2 border-t border-line pt-4">
      <h3 className="font-medium">{texts.sharing}</h3>
      <p className="text-sm text-soft">{url ? shared.anyone : shared.members}</p>
      {url && (
        <div className="flex gap-2">
          <input
            readOnly
            aria-label={texts.publicLink}
            value={url}
            onFocus={(event) => event.target.select()}
            className="control min-w-0 flex-1 truncate rounded-md border border-line bg-sunken px-2.5 text-sm"
          />
          <Button onClick={() => void copy()}>
            <Copy size={16} strokeWidth={1.75} /> {texts.copy}
          </Button>
        </div>
      )}
      {children}
      {mayWrite && !url && (
        <Button busy={busy} disabled={!isReady} onClick={() => onShare(true, { onError })}>
          <Link2 size={16} strokeWidth={1.75} /> {texts.createAPublicLink}
        </Button>
      )}
      {mayWrite && url && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Link2Off size={16} strokeWidth={1.75} /> {texts.stopSharing}
        </Button>
      )}
      <StopSharingDialog
        what={what}
        open={asking}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => onShare(false, { onError, onSettled: () => setAsking(false) })}
      />
    </section>
  );
}
