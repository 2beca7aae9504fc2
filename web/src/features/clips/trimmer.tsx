import { useQuery } from '@tanstack/react-query';
import { Pause, Play, ZoomOut } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { waveformQuery } from '../../data/file.ts';
import { playableFileQuery } from '../../data/playable-file.ts';
import { transcriptQuery, wordTimesQuery } from '../../data/transcript.ts';
import { formatPreciseTimecode } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSpanPlayback } from '../media/index.ts';
import { texts } from './texts.ts';
import { barsIn, keyTarget, moveEnd, windowAround } from './trim-range.ts';
import { type Range, wordsIn } from './words.ts';

interface TrimmerProps {
  fileId: string;
  range: Range;
  onChange(range: Range): void;
}

type PlayableFile = NonNullable<ReturnType<typeof useFile>['data']>;
const useFile = (fileId: string) => useQuery(playableFileQuery(fileId));

/** Chooses a part of a recording on its waveform, with the picture and the words of the part. */
export function Trimmer({ fileId, ...rest }: TrimmerProps) {
  const file = useFile(fileId);
  if (file.isPending) return <Skeleton rows={2} label={texts.loadingTheRecording} />;
  if (file.isError) return <ErrorNotice error={file.error} onRetry={() => void file.refetch()} />;
  return <LoadedTrimmer file={file.data} {...rest} />;
}

function LoadedTrimmer({ file, range, onChange }: Omit<TrimmerProps, 'fileId'> & { file: PlayableFile }) {
  const duration = file.duration_seconds ?? range.end;
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const playback = useSpanPlayback(element, { startSeconds: range.start, endSeconds: range.end });
  const [shown, setShown] = useState(() => windowAround(range, duration, 0.5));
  const Media = file.kind === 'audio' ? 'audio' : 'video';
  const move = (end: 'start' | 'end', to: number) => {
    const next = moveEnd(range, end, to, duration);
    onChange(next);
    // The picture shows the frame at the moved end.
    playback.pause();
    playback.seek(end === 'start' ? next.start : Math.max(next.start, next.end - 0.04));
    setShown((window) => ({
      start: Math.min(window.start, next.start),
      end: Math.max(window.end, next.end),
    }));
  };
  return (
    <div className="space-y-3">
      <Media
        ref={element}
        src={file.download_url ?? undefined}
        preload="metadata"
        playsInline
        aria-label={texts.theRecording}
        className={file.kind === 'audio' ? 'hidden' : 'aspect-video max-h-[26vh] w-full rounded-lg bg-black'}
        onLoadedMetadata={() => playback.seek(range.start)}
        {...playback.events}
      />
      <Timeline
        file={file}
        shown={shown}
        range={range}
        duration={duration}
        seconds={playback.seconds}
        onMove={move}
      />
      <div className="flex items-center gap-2">
        <Button
          className="shrink-0"
          onClick={() => (playback.isPlaying ? playback.pause() : void playback.play())}
        >
          {playback.isPlaying ? (
            <Pause size={16} strokeWidth={1.75} />
          ) : (
            <Play size={16} strokeWidth={1.75} />
          )}
          {playback.isPlaying ? texts.pause : texts.playThePart}
        </Button>
        <span className="min-w-0 text-sm text-soft tabular-nums">
          {texts.span(
            formatPreciseTimecode(range.start),
            formatPreciseTimecode(range.end),
            (range.end - range.start).toFixed(1),
          )}
        </span>
        <IconButton
          label={texts.showMoreOfTheRecording}
          className="ms-auto"
          onClick={() => setShown(windowAround(range, duration, 3))}
        >
          <ZoomOut size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      <Words file={file} range={range} />
    </div>
  );
}

interface TimelineProps {
  file: PlayableFile;
  shown: Range;
  range: Range;
  duration: number;
  seconds: number;
  onMove(end: 'start' | 'end', to: number): void;
}

const barCount = 160;

function Timeline({ file, shown, range, duration, seconds, onMove }: TimelineProps) {
  const track = useRef<HTMLDivElement>(null);
  const { data } = useQuery(waveformQuery(file));
  const bars = useMemo(() => barsIn(data?.peaks ?? [], duration, shown, barCount), [data, duration, shown]);
  const percent = (at: number) => ((at - shown.start) / (shown.end - shown.start)) * 100;
  const secondsAt = (clientX: number) => {
    const box = track.current?.getBoundingClientRect();
    if (!box) return 0;
    return shown.start + ((clientX - box.left) / box.width) * (shown.end - shown.start);
  };
  return (
    // Times of a recording run from left to right in every language.
    <div dir="ltr" className="px-1">
      <div ref={track} className="relative h-20 touch-none rounded-md bg-sunken">
        <svg
          viewBox={`0 0 ${barCount} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          {bars.map((height, bar) => {
            const at = shown.start + ((bar + 0.5) / barCount) * (shown.end - shown.start);
            const inside = at >= range.start && at <= range.end;
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other identity than its place
                key={bar}
                x={bar + 0.15}
                width={0.7}
                y={50 - Math.max(2, height * 46)}
                height={Math.max(4, height * 92)}
                className={inside ? 'fill-accent' : 'fill-edge/50'}
              />
            );
          })}
        </svg>
        <div
          aria-hidden="true"
          className="absolute inset-y-0 border-y-2 border-accent bg-accent/10"
          style={{ left: `${percent(range.start)}%`, width: `${percent(range.end) - percent(range.start)}%` }}
        />
        <div
          aria-hidden="true"
          className="absolute inset-y-0 w-px bg-ink"
          style={{ left: `${Math.min(100, Math.max(0, percent(seconds)))}%` }}
        />
        {(['start', 'end'] as const).map((end) => (
          <Handle
            key={end}
            end={end}
            range={range}
            duration={duration}
            left={percent(range[end])}
            secondsAt={secondsAt}
            onMove={(to) => onMove(end, to)}
          />
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-soft tabular-nums">
        <span>{formatPreciseTimecode(shown.start)}</span>
        <span>{formatPreciseTimecode(shown.end)}</span>
      </div>
    </div>
  );
}

interface HandleProps {
  end: 'start' | 'end';
  range: Range;
  duration: number;
  left: number;
  secondsAt(clientX: number): number;
  onMove(to: number): void;
}

function Handle({ end, range, duration, left, secondsAt, onMove }: HandleProps) {
  const limits = end === 'start' ? { start: 0, end: range.end } : { start: range.start, end: duration };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={end === 'start' ? texts.startOfTheClip : texts.endOfTheClip}
      aria-valuemin={limits.start}
      aria-valuemax={limits.end}
      aria-valuenow={range[end]}
      aria-valuetext={formatPreciseTimecode(range[end])}
      style={{ left: `${left}%` }}
      className="absolute inset-y-0 -ms-2.5 flex w-5 cursor-ew-resize items-center justify-center rounded-sm pointer-coarse:-ms-5.5 pointer-coarse:w-11"
      onKeyDown={(event) => {
        const to = keyTarget(event.key, event.shiftKey, range[end], limits);
        if (to === undefined) return;
        event.preventDefault();
        onMove(to);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(secondsAt(event.clientX));
      }}
    >
      <span aria-hidden="true" className="h-full w-2 rounded-sm bg-accent shadow-sm" />
    </div>
  );
}

function Words({ file, range }: { file: PlayableFile; range: Range }) {
  const hasTranscript = file.transcription_status === 'completed';
  const transcript = useQuery({ ...transcriptQuery(file.id), enabled: hasTranscript });
  const times = useQuery({ ...wordTimesQuery(file.id), enabled: hasTranscript });
  const said = transcript.data ? wordsIn(range, transcript.data.segments, times.data) : [];
  if (!hasTranscript) return null;
  return (
    <div className="max-h-28 overflow-y-auto rounded-md border border-line p-3">
      <h3 className="mb-1 text-sm font-medium text-soft">{texts.wordsInThisPart}</h3>
      {said.map(({ id, speaker, text }) => (
        <p key={id} dir="auto" className="font-serif text-md">
          <span className="font-sans text-sm text-soft">{speaker}: </span>
          {text}
        </p>
      ))}
      {transcript.data && said.length === 0 && <p className="text-sm text-soft">{texts.nothingIsSaidHere}</p>}
    </div>
  );
}
