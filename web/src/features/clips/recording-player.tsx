import { useEffect, useRef, useState } from 'react';

export interface Cue {
  start: number;
  end: number;
  text: string;
}

interface RecordingPlayerProps {
  url: string;
  isAudio: boolean;
  label: string;
  poster: string | null;
  cues: readonly Cue[];
  showCaptions: boolean;
  /** Reads a new link when this one has expired. */
  onLinkFailed(): void;
}

/** The browser's own player with captions from the transcript. */
export function RecordingPlayer(props: RecordingPlayerProps) {
  const { url, isAudio, label, poster, cues, showCaptions, onLinkFailed } = props;
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  // A renewed link must not interrupt what plays: the first one stays until it fails.
  const [source, setSource] = useState(url);
  const [failed, setFailed] = useState(false);
  useCaptions(element, cues, showCaptions);
  useEffect(() => {
    if (!failed || url === source) return;
    setSource(url);
    setFailed(false);
  }, [failed, url, source]);
  const Media = isAudio ? 'audio' : 'video';
  return (
    <>
      <Media
        ref={element}
        src={source}
        controls
        playsInline
        aria-label={label}
        {...(poster && !isAudio ? { poster } : {})}
        onError={() => {
          if (!failed) onLinkFailed();
          setFailed(true);
        }}
        className={isAudio ? 'w-full' : 'aspect-video max-h-[50vh] w-full rounded-lg bg-black'}
      />
      {failed && (
        <p role="alert" className="mt-2 text-sm text-soft">
          The recording can’t be played at the moment. Close and open it to try again.
        </p>
      )}
    </>
  );
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
      [...media.textTracks].find(({ label }) => label === 'Captions') ??
      media.addTextTrack('captions', 'Captions');
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
