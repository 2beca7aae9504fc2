import { AudioLines, CircleAlert, Clapperboard, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LengthBadge } from '../../ui/length-badge.tsx';
import { texts } from './texts.ts';

interface MediaCardProps {
  name: string;
  durationSeconds: number;
  status: 'processing' | 'ready' | 'failed';
  failure: string | undefined;
  thumbnailUrl: string | null;
  /** Called when the pointer or the focus reaches the card. */
  onIntent(): void;
  /** Plays without sound while the pointer or the focus is on the card. */
  previewUrl: string | null;
  isAudio: boolean;
  onOpen(): void;
  /** Shown in a corner, such as a checkbox. */
  corner?: ReactNode;
  children?: ReactNode;
}

/** A recording in a gallery: picture, length and name. */
export function MediaCard(props: MediaCardProps) {
  const { name, durationSeconds, status, thumbnailUrl, previewUrl, isAudio } = props;
  const [active, setActive] = useState(false);
  const enter = () => {
    setActive(true);
    props.onIntent();
  };
  return (
    <article className="group relative min-w-0 [contain-intrinsic-size:auto_240px] [content-visibility:auto]">
      <button
        type="button"
        onClick={props.onOpen}
        onPointerEnter={(event) => event.pointerType === 'mouse' && enter()}
        onPointerLeave={() => setActive(false)}
        onFocus={enter}
        onBlur={() => setActive(false)}
        className="block w-full rounded-lg text-start"
      >
        <span className="relative block aspect-video overflow-hidden rounded-lg border border-line bg-sunken">
          <Still status={status} thumbnailUrl={thumbnailUrl} isAudio={isAudio} />
          {active && previewUrl && !isAudio && <Preview url={previewUrl} />}
          <LengthBadge seconds={durationSeconds} className="end-2 bottom-2" />
        </span>
        <span dir="auto" className="mt-2 line-clamp-2 font-medium group-hover:underline">
          {name}
        </span>
      </button>
      {props.corner && <div className="absolute start-2 top-2">{props.corner}</div>}
      {status === 'processing' && <p className="text-sm text-soft">{texts.beingCut}</p>}
      {status === 'failed' && <p className="text-sm text-danger">{texts.failed(props.failure ?? '')}</p>}
      {props.children}
    </article>
  );
}

function Still({
  status,
  thumbnailUrl,
  isAudio,
}: Pick<MediaCardProps, 'status' | 'thumbnailUrl' | 'isAudio'>) {
  const [broken, setBroken] = useState(false);
  if (thumbnailUrl && !broken)
    return (
      <img
        src={thumbnailUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="size-full object-cover"
      />
    );
  const Shape =
    status === 'processing'
      ? LoaderCircle
      : status === 'failed'
        ? CircleAlert
        : isAudio
          ? AudioLines
          : Clapperboard;
  return (
    <span className="flex size-full items-center justify-center text-soft">
      <Shape
        size={28}
        strokeWidth={1.5}
        aria-hidden="true"
        className={status === 'processing' ? 'animate-pulse-slow' : ''}
      />
    </span>
  );
}

/** Fades in when its first frame is there, so that the still does not flash. */
function Preview({ url }: { url: string }) {
  const [ready, setReady] = useState(false);
  return (
    <video
      src={url}
      muted
      loop
      autoPlay
      playsInline
      tabIndex={-1}
      onPlaying={() => setReady(true)}
      className={`absolute inset-0 size-full bg-black object-contain transition-opacity ${ready ? 'opacity-100' : 'opacity-0'}`}
    />
  );
}
