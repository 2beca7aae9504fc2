import { useQuery } from '@tanstack/react-query';
import { type File, hasTimes, isMedia } from '../../data/file.ts';
import { prefetched } from '../../data/prefetched.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { formatTimecode } from '../../lib/format.ts';
import type { MediaPlayback } from '../transcript/index.ts';
import { MomentButton } from './moment-button.tsx';
import { panelTexts as texts } from './panel-texts.ts';

interface NoteMomentProps {
  file: File;
  playback: MediaPlayback;
  start: number;
  end: number | null;
}

/** Plays what a note is about; in a text it shows the words and says their page. */
export function NoteMoment({ file, playback, start, end }: NoteMomentProps) {
  const { data: transcript } = useQuery({
    ...transcriptQuery(file.id),
    ...prefetched,
    enabled: !isMedia(file),
  });
  if (isMedia(file))
    return <MomentButton playback={playback} start={start} end={end} label={texts.playNote} />;
  const page = transcript?.segments.findLast(({ start_seconds }) => start_seconds <= start)?.page;
  const place = hasTimes(file) ? formatTimecode(start) : page ? texts.page(page) : texts.inText;
  return (
    <button
      type="button"
      aria-label={texts.showNoteWords(place)}
      onClick={() => playback.seek(start)}
      className="control -my-1.5 inline-flex shrink-0 items-center rounded-md font-mono text-xs text-soft hover:text-ink"
    >
      {place}
    </button>
  );
}
