import { useEffect, useRef, useState } from 'react';
import type { Clip, ClipChange } from '../../data/clips.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import { Trimmer } from './trimmer.tsx';

interface ClipTrimProps {
  clip: Clip;
  busy: boolean;
  onSave(change: ClipChange): void;
  onDone(): void;
}

/** Moves the ends of a clip. The old cut plays until the new one is ready. */
export function ClipTrim({ clip, busy, onSave, onDone }: ClipTrimProps) {
  const [range, setRange] = useState({ start: clip.start_seconds, end: clip.end_seconds });
  const changed = range.start !== clip.start_seconds || range.end !== clip.end_seconds;
  const box = useRef<HTMLElement>(null);
  // On a phone the button that opens it is far below.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section ref={box} tabIndex={-1} aria-label={texts.trimTheClip} className="outline-none">
      <Trimmer fileId={clip.file_id} range={range} onChange={setRange} />
      <p className="mt-3 text-sm text-soft">{texts.trimHint}</p>
      <div className="sticky -bottom-5 z-10 mt-3 flex justify-end gap-2 border-t border-line bg-surface py-3 sm:-bottom-6">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={!changed}
          onClick={() => {
            onSave({ start_seconds: range.start, end_seconds: range.end });
            onDone();
          }}
        >
          {texts.saveTheNewLength}
        </Button>
      </div>
    </section>
  );
}
