/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Question } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';

const kinds = ['image', 'video', 'audio'] as const;

/** The image, video or audio of a question. */
export function Media({ question: { media_url: url, media_type: type } }: { question: Question }) {
  const { t } = useTexts();
  const [hasFailed, setFailed] = useState(false);
  if (!url) return null;
  const shown = kinds.find((kind) => type?.startsWith(`${kind}/`));
  const onError = () => setFailed(true);
  if (hasFailed || !shown) return <p class="hint media-failed">{t.mediaFailed}</p>;
  if (shown === 'image') return <img class="media" src={url} alt={t.mediaImage} onError={onError} />;
  const common = { class: 'media', src: url, controls: true, preload: 'metadata' as const, onError };
  // biome-ignore-start lint/a11y/useMediaCaption: the researcher's recording comes without captions.
  return shown === 'audio' ? (
    <audio {...common} aria-label={t.mediaAudio} />
  ) : (
    <video {...common} aria-label={t.mediaVideo} playsInline />
  );
  // biome-ignore-end lint/a11y/useMediaCaption: the researcher's recording comes without captions.
}
