import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fileQuery, isMedia } from '../../data/file.ts';
import { playableFileQuery } from '../../data/playable-file.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatTimecode } from '../../lib/format.ts';
import { texts } from './texts.ts';
import { type Span, useSpanPlayback } from './use-span-playback.ts';

interface SpanPlayerProps extends Span {
  fileId: string;
  /** What plays, for screen readers: "Play: I would not pay for that." */
  label: string;
}

/**
 * A small player of a part of a recording: a button, the times and a position; nothing for a file without a recording.
 * It loads the recording when it is played for the first time, so that a list of hundreds costs little. One player plays
 * at a time.
 */
export function SpanPlayer(props: SpanPlayerProps) {
  const [opened, setOpened] = useState(false);
  const { data: known } = useQuery({ ...fileQuery(props.fileId), staleTime: 60_000 });
  const file = useQuery({ ...playableFileQuery(props.fileId), enabled: opened });
  const range = `${formatTimecode(props.startSeconds)}–${formatTimecode(props.endSeconds)}`;

  if (known && !isMedia(known)) return null;
  if (!opened || file.isPending) {
    return (
      <div className="flex items-center gap-2 text-sm text-soft">
        <PlayButton
          label={texts.play(props.label)}
          isPlaying={false}
          busy={opened}
          onClick={() => setOpened(true)}
        />
        <span className="tabular-nums">{range}</span>
      </div>
    );
  }
  if (file.isError) return <PlayerNotice text={errorMessage(file.error)} onRetry={() => file.refetch()} />;
  const { kind, download_url: url } = file.data;
  if (!url || (kind !== 'audio' && kind !== 'video'))
    return <PlayerNotice text={texts.fileHasNoRecordingTo} />;
  return <MediaSpan {...props} kind={kind} url={url} onLinkFailed={() => file.refetch()} />;
}

interface MediaSpanProps extends SpanPlayerProps {
  kind: 'audio' | 'video';
  url: string;
  onLinkFailed(): void;
}

function MediaSpan({ kind, url, label, startSeconds, endSeconds, onLinkFailed }: MediaSpanProps) {
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  // A renewed link must not interrupt what plays: the first one stays until it fails.
  const [source, setSource] = useState(url);
  const [failed, setFailed] = useState(false);
  const playback = useSpanPlayback(element, { startSeconds, endSeconds });
  const { play } = playback;
  useEffect(() => {
    if (failed && url !== source) {
      setSource(url);
      setFailed(false);
    }
  }, [failed, url, source]);
  useEffect(() => {
    void play();
  }, [play]);

  const Media = kind;
  return (
    <div className="space-y-2">
      <Media
        ref={element}
        src={source}
        preload="metadata"
        playsInline
        onLoadedMetadata={() => {
          if (element.current && element.current.currentTime < startSeconds)
            element.current.currentTime = startSeconds;
        }}
        onError={() => {
          if (!failed) onLinkFailed();
          setFailed(true);
        }}
        className={kind === 'video' ? 'aspect-video w-full max-w-md rounded-md bg-black' : 'hidden'}
        {...playback.events}
      />
      {failed ? (
        <PlayerNotice text={texts.recordingCantBePlayedOpen} />
      ) : (
        <SpanControls
          playback={playback}
          label={label}
          startSeconds={startSeconds}
          endSeconds={endSeconds}
          className="max-w-96"
        />
      )}
    </div>
  );
}

interface SpanControlsProps extends Span {
  playback: ReturnType<typeof useSpanPlayback>;
  /** What plays, for screen readers. */
  label: string;
  className?: string;
}

/** Play or pause, the time, the position and the end. */
export const SpanControls = (props: SpanControlsProps) => {
  const { playback, label, startSeconds, endSeconds, className = '' } = props;
  return (
    <div className={`flex items-center gap-2 text-sm text-soft pointer-coarse:max-w-none ${className}`}>
      <PlayButton
        label={`${playback.isPlaying ? texts.pause : texts.play2}: ${label}`}
        isPlaying={playback.isPlaying}
        onClick={() => (playback.isPlaying ? playback.pause() : playback.play())}
      />
      <span className="tabular-nums">{formatTimecode(playback.seconds)}</span>
      <input
        type="range"
        aria-label={texts.position}
        aria-valuetext={formatTimecode(playback.seconds)}
        min={startSeconds}
        max={endSeconds}
        step={0.1}
        value={playback.seconds}
        onChange={(event) => playback.seek(Number(event.target.value))}
        className="h-1 min-w-0 flex-1 accent-accent pointer-coarse:h-11"
      />
      <span className="tabular-nums">{formatTimecode(endSeconds)}</span>
    </div>
  );
};

interface PlayButtonProps {
  label: string;
  isPlaying: boolean;
  busy?: boolean;
  onClick(): void;
}

function PlayButton({ label, isPlaying, busy = false, onClick }: PlayButtonProps) {
  const Shape = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={onClick}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-surface text-ink hover:border-edge pointer-coarse:size-11"
    >
      <Shape size={14} strokeWidth={1.75} aria-hidden="true" className={busy ? 'animate-pulse-slow' : ''} />
    </button>
  );
}

const PlayerNotice = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <p role="alert" className="text-sm text-soft">
    {text}{' '}
    {onRetry && (
      <button type="button" onClick={onRetry} className="underline underline-offset-4 hover:text-ink">
        {texts.tryAgain}
      </button>
    )}
  </p>
);
