import { Captions, Maximize, PictureInPicture2, Play } from 'lucide-react';
import type { ComponentProps, RefObject } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { MediaPlayback } from '../transcript/index.ts';
import { texts } from './texts.ts';

interface VideoControlsProps {
  playback: MediaPlayback;
  media: RefObject<HTMLVideoElement | null>;
  /** Whether there are captions. */
  captions: boolean;
  showsCaptions: boolean;
  onShowCaptions(shows: boolean): void;
}

/** Buttons over the picture. They appear on hover and focus, and always where a finger points. */
export function VideoControls({
  playback,
  media,
  captions,
  showsCaptions,
  onShowCaptions,
}: VideoControlsProps) {
  const { playing, waiting } = playback.useState();
  const canFloat = typeof document !== 'undefined' && document.pictureInPictureEnabled;
  const toggleFloating = () =>
    document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : media.current?.requestPictureInPicture();
  const toggleFullscreen = () =>
    document.fullscreenElement ? document.exitFullscreen() : media.current?.requestFullscreen();
  useShortcuts([
    {
      keys: 'f',
      label: texts.fullScreen,
      group: texts.player,
      run: () => void toggleFullscreen()?.catch(() => {}),
    },
    ...(captions
      ? [{ keys: 'v', label: texts.captions, group: texts.player, run: () => onShowCaptions(!showsCaptions) }]
      : []),
  ]);
  return (
    <>
      {!playing && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={playback.play}
          className="absolute inset-0 flex items-center justify-center"
        >
          <span className="flex size-12 items-center justify-center rounded-full bg-black/55 text-white">
            <Play size={20} fill="currentColor" />
          </span>
        </button>
      )}
      {waiting && (
        <p
          role="status"
          className="absolute start-2 top-2 rounded bg-black/60 px-2 py-0.5 text-xs text-white"
        >
          {texts.loading}
        </p>
      )}
      <div className="absolute end-1.5 bottom-1.5 flex gap-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        {captions && (
          <OverlayButton
            label={showsCaptions ? texts.hideCaptions : texts.showCaptions}
            aria-pressed={showsCaptions}
            onClick={() => onShowCaptions(!showsCaptions)}
          >
            <Captions size={16} strokeWidth={1.75} />
          </OverlayButton>
        )}
        {canFloat && (
          <OverlayButton
            label={texts.pictureInPicture}
            onClick={() => void toggleFloating()?.catch(() => {})}
          >
            <PictureInPicture2 size={16} strokeWidth={1.75} />
          </OverlayButton>
        )}
        <OverlayButton label={texts.fullScreen} onClick={() => void toggleFullscreen()?.catch(() => {})}>
          <Maximize size={16} strokeWidth={1.75} />
        </OverlayButton>
      </div>
    </>
  );
}

const OverlayButton = ({ label, ...rest }: ComponentProps<'button'> & { label: string }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className="inline-flex size-8 items-center justify-center rounded bg-black/60 text-white hover:bg-black/80 focus-visible:outline-white aria-pressed:bg-white aria-pressed:text-black pointer-coarse:size-11"
    {...rest}
  />
);
