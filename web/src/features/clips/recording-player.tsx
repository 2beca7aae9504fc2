import { useEffect, useRef, useState } from 'react';
import { SpanControls, useSpanPlayback } from '../media/index.ts';
import { texts } from './texts.ts';

export interface Cue {
  start: number;
  end: number;
  text: string;
}

interface RecordingPlayerProps {
  url: string;
  isAudio: boolean;
  durationSeconds: number;
  label: string;
  poster: string | null;
  cues: readonly Cue[];
  showCaptions: boolean;
  /** Reads a new link when this one has expired. */
  onLinkFailed(): void;
}

/** The browser's own player of a video with captions from the transcript, or the controls of the application for audio. */
export function RecordingPlayer(props: RecordingPlayerProps) {
  const { isAudio, label, durationSeconds, poster, cues, showCaptions } = props;
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const { failed, ...media } = useMediaSource(props);
  const span = { startSeconds: 0, endSeconds: durationSeconds };
  const playback = useSpanPlayback(element, span);
  useCaptions(element, cues, showCaptions);
  return (
    <>
      {isAudio ? (
        <div className="rounded-lg border border-line bg-sunken p-3">
          <audio ref={element} preload="metadata" aria-label={label} {...media} {...playback.events} />
          <SpanControls playback={playback} label={label} {...span} />
        </div>
      ) : (
        <video
          ref={element}
          controls
          playsInline
          aria-label={label}
          {...(poster ? { poster } : {})}
          {...media}
          className="aspect-video max-h-[50vh] w-full rounded-lg bg-black"
        />
      )}
      {failed && (
        <p role="alert" className="mt-2 text-sm text-soft">
          {texts.recordingCantBePlayedAt}
        </p>
      )}
    </>
  );
}

/** A renewed link must not interrupt what plays: the first one stays until it fails. */
function useMediaSource({ url, onLinkFailed }: Pick<RecordingPlayerProps, 'url' | 'onLinkFailed'>) {
  const [source, setSource] = useState(url);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed || url === source) return;
    setSource(url);
    setFailed(false);
  }, [failed, url, source]);
  const onError = () => {
    if (!failed) onLinkFailed();
    setFailed(true);
  };
  return { src: source, failed, onError };
}

/** Adds the cues as a text track. A track cannot be removed, so it is emptied and used again. */
function useCaptions(
  element: React.RefObject<HTMLVideoElement | null>,
  cues: readonly Cue[],
  showCaptions: boolean,
) {
  useEffect(() => {
    const media = element.current;
    if (!media || cues.length === 0 || typeof VTTCue === 'undefined') return;
    const track =
      [...media.textTracks].find(({ label }) => label === texts.captions) ??
      media.addTextTrack('captions', texts.captions);
    // A disabled track has no cues to remove.
    track.mode = 'hidden';
    for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
    for (const { start, end, text } of cues) {
      const cue = new VTTCue(start, end, '');
      // Markup in a cue is interpreted, so text is escaped.
      cue.text = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      track.addCue(cue);
    }
    track.mode = showCaptions ? 'showing' : 'hidden';
  }, [element, cues, showCaptions]);
}
