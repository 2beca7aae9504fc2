import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { formatPercent } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { texts } from './texts.ts';

const steps = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/** A picture: fitted to the screen at first, zoomed with the buttons, + and −, and scrolled when it is larger. */
export function ImageViewer({ url, name, onError }: { url: string; name: string; onError(): void }) {
  /** Null: fitted. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [naturalWidth, setNaturalWidth] = useState(0);
  const [failed, setFailed] = useState(false);
  const zoomBy = (direction: 1 | -1) => {
    const current = zoom ?? 1;
    const next =
      direction === 1 ? steps.find((step) => step > current) : steps.findLast((step) => step < current);
    setZoom(next ?? current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === '0') setZoom(null);
  };
  if (failed)
    return (
      <p role="alert" className="px-4 py-16 text-center text-soft">
        {texts.pictureFailed}
      </p>
    );
  return (
    <>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls and zooms it.
        tabIndex={0}
        role="application"
        aria-label={texts.picture}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 overflow-auto bg-sunken p-4 focus-visible:-outline-offset-2"
      >
        <img
          src={url}
          alt={name}
          onLoad={(event) => setNaturalWidth(event.currentTarget.naturalWidth)}
          onError={() => {
            setFailed(true);
            onError();
          }}
          className={`m-auto ${zoom === null ? 'max-h-full max-w-full object-contain' : 'max-w-none'}`}
          style={zoom === null ? {} : { width: naturalWidth * zoom }}
        />
      </div>
      <div className="flex items-center justify-center gap-1 border-t border-line py-1.5">
        <IconButton label={texts.smaller} onClick={() => zoomBy(-1)}>
          <Minus size={16} strokeWidth={1.75} />
        </IconButton>
        <button
          type="button"
          onClick={() => setZoom(zoom === null ? 1 : null)}
          className="control min-w-16 rounded-md px-2 tabular-nums hover:bg-sunken"
        >
          {zoom === null ? texts.fit : formatPercent(zoom)}
        </button>
        <IconButton label={texts.larger} onClick={() => zoomBy(1)}>
          <Plus size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
    </>
  );
}
