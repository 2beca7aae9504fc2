import { useEffect, useRef, useState } from 'react';
import type { File } from '../../data/file.ts';
import { Button } from '../../ui/button.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { texts } from './texts.ts';
import { useCaptions } from './use-captions.ts';
import { useMediaUrl } from './use-media-url.ts';
import { VideoControls } from './video-controls.tsx';

/** The video of the file, or an audio element, which shows nothing: the bar with the waveform controls it. */
export function MediaPlayer({ file, playback }: { file: File; playback: MediaPlayback }) {
  const media = useRef<HTMLVideoElement>(null);
  const captions = useCaptions(file);
  const [showsCaptions, setShowsCaptions] = useState(false);
  const { url, renew, failed } = useMediaUrl(file, playback.isPlaying);
  const isVideo = file.kind === 'video';
  const MediaElement = isVideo ? 'video' : 'audio';

  useEffect(() => (media.current ? playback.attach(media.current) : undefined), [playback]);
  useEffect(() => playback.setDuration(file.duration_seconds), [playback, file.duration_seconds]);
  useEffect(() => {
    // A new track has its mode set again: browsers turn off a track that was replaced.
    for (const track of media.current?.textTracks ?? [])
      track.mode = showsCaptions && captions ? 'showing' : 'hidden';
  }, [showsCaptions, captions]);

  const element = (
    <MediaElement
      ref={media}
      {...(url ? { src: url } : {})}
      {...(isVideo && file.thumbnail_url ? { poster: file.thumbnail_url } : {})}
      preload="metadata"
      playsInline
      tabIndex={-1}
      aria-label={file.name}
      data-testid="media"
      onError={renew}
      onClick={() => playback.toggle()}
      className={isVideo ? 'absolute inset-0 size-full object-contain' : 'hidden'}
    >
      {captions && (
        <track kind="captions" src={captions} label={texts.transcript} srcLang={file.language ?? 'und'} />
      )}
    </MediaElement>
  );
  const notice = failed && (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md bg-danger-wash px-3 py-2 text-sm"
    >
      <span className="min-w-0 flex-1 text-danger">{texts.recordingCantBePlayedIn}</span>
      <Button onClick={renew}>{texts.tryAgain}</Button>
    </div>
  );
  if (!isVideo)
    return (
      <>
        {element}
        {notice}
      </>
    );
  return (
    <div className="space-y-2">
      <div className="group relative aspect-video max-h-40 w-full overflow-hidden bg-black sm:max-h-[34dvh] lg:max-h-none lg:rounded-lg">
        {element}
        <VideoControls
          playback={playback}
          media={media}
          captions={captions !== null}
          showsCaptions={showsCaptions}
          onShowCaptions={setShowsCaptions}
        />
      </div>
      {notice}
    </div>
  );
}
