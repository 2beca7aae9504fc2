import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Comment } from '../../data/comments.ts';
import { type File, isMedia } from '../../data/file.ts';
import { fileClipsQuery } from '../../data/file-clips.ts';
import { materialQuery } from '../../data/material.ts';
import { tagsQuery } from '../../data/tags.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { formatTimecode } from '../../lib/format.ts';
import { type CommentPlace, Comments, commentTexts as texts } from '../comments/index.ts';
import { type MediaPlayback, segmentOfTagging } from '../transcript/index.ts';
import type { CommentStart } from './comment-start.ts';

interface CommentsTabProps {
  file: File;
  playback: MediaPlayback;
  /** The comment that the address names. */
  comment: string | undefined;
  /** What the person wants to write about. */
  start: CommentStart | undefined;
  onClearStart(): void;
  onShowSegment(segmentId: string): void;
}

/** The comments about the file, its highlights and its clips. */
export function CommentsTab({
  file,
  playback,
  comment,
  start,
  onClearStart,
  onShowSegment,
}: CommentsTabProps) {
  const material = useQuery(materialQuery(file.id));
  const tags = useQuery(tagsQuery(file.project_id));
  const clips = useQuery(fileClipsQuery(file.project_id, file.id));
  const transcript = useQuery({
    ...transcriptQuery(file.id),
    enabled: file.transcription_status === 'completed',
  });

  const nameOfSegment = (segmentId: string): string | undefined => {
    const segment = transcript.data?.segments.find(({ id }) => id === segmentId);
    if (!segment) return undefined;
    return segment.page === null ? formatTimecode(segment.start_seconds) : texts.page(segment.page);
  };
  const nameOfHighlight = (taggingId: string): string => {
    const tagging = material.data?.taggings.find(({ id }) => id === taggingId);
    const tag = tags.data?.find(({ id }) => id === tagging?.tag_id);
    return texts.highlight(tag?.name ?? texts.deletedTag);
  };
  const describePlace = ({ target_type, target_id, anchor }: Comment): ReactNode => {
    if (target_type === 'tagging') {
      const tagging = material.data?.taggings.find(({ id }) => id === target_id);
      const segmentId = tagging && segmentOfTagging(tagging, transcript.data?.segments ?? []);
      return (
        <PlaceLink
          name={nameOfHighlight(target_id)}
          onOpen={segmentId ? () => onShowSegment(segmentId) : undefined}
        >
          {tagging?.quote && <span className="line-clamp-2 font-serif">“{tagging.quote}”</span>}
        </PlaceLink>
      );
    }
    if (target_type === 'clip') {
      const clip = clips.data?.find(({ id }) => id === target_id);
      return <PlaceLink name={texts.clip(clip?.name ?? '')} />;
    }
    if (anchor?.segment_id) {
      const { segment_id: id } = anchor;
      const name = nameOfSegment(id);
      if (name === undefined) return transcript.data ? texts.passageGone : null;
      return <PlaceLink name={name} onOpen={() => onShowSegment(id)} />;
    }
    if (anchor?.start_seconds == null) return null;
    const seconds = anchor.start_seconds;
    const play = isMedia(file) ? () => playback.seek(seconds, true) : undefined;
    return <PlaceLink name={formatTimecode(seconds)} onOpen={play} />;
  };
  return (
    <Comments
      projectId={file.project_id}
      target={{ type: 'file', id: file.id }}
      ofFile
      focused={comment}
      place={start && placeOf(start, nameOfSegment, nameOfHighlight)}
      onClearPlace={onClearStart}
      describePlace={describePlace}
      autoFocus={start !== undefined}
      keyC={false}
      heading="h2"
    />
  );
}

function placeOf(
  start: CommentStart,
  nameOfSegment: (id: string) => string | undefined,
  nameOfHighlight: (id: string) => string,
): CommentPlace {
  switch (start.kind) {
    case 'highlight':
      return { about: { type: 'tagging', id: start.taggingId }, name: nameOfHighlight(start.taggingId) };
    case 'segment':
      return { anchor: { segment_id: start.segmentId }, name: nameOfSegment(start.segmentId) ?? '' };
    case 'time':
      return { anchor: { start_seconds: start.seconds }, name: formatTimecode(start.seconds) };
  }
}

interface PlaceLinkProps {
  name: string;
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
}

const PlaceLink = ({ name, onOpen, children }: PlaceLinkProps) => (
  <>
    {onOpen ? (
      <button
        type="button"
        aria-label={texts.goTo(name)}
        onClick={onOpen}
        className="min-h-6 text-start underline underline-offset-4 first-letter:uppercase hover:text-ink pointer-coarse:min-h-11"
      >
        {name}
      </button>
    ) : (
      <span className="inline-block first-letter:uppercase">{name}</span>
    )}
    {children}
  </>
);
