import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AudioLines, Play, SquareKanban } from 'lucide-react';
import { useState } from 'react';
import { clipQuery } from '../../../data/clips.ts';
import { cardQuery } from '../../../data/report-document.ts';
import { isNotFound } from '../../../lib/errors.ts';
import { formatCount, formatTimecode } from '../../../lib/format.ts';
import { LengthBadge } from '../../../ui/length-badge.tsx';
import { useEditorContext } from './editor-context.ts';
import { texts } from './texts.ts';

interface EmbedContentProps {
  kind: string;
  /** The id of the record. */
  id: string;
  title: string;
}

export function EmbedContent({ kind, id, title }: EmbedContentProps) {
  if (kind === 'clip') return <ClipBlock clipId={id} title={title} />;
  if (kind === 'card') return <CardBlock cardId={id} title={title} />;
  return <p className="p-3.5 font-medium">{title}</p>;
}

function ClipBlock({ clipId, title }: { clipId: string; title: string }) {
  const { data: clip, error } = useQuery(clipQuery(clipId));
  const [opened, setOpened] = useState(false);
  if (isNotFound(error)) return <Missing title={title} text={texts.noClip} />;
  const url = clip?.download_url;
  return (
    <div className="flex flex-wrap items-stretch sm:flex-nowrap">
      <div className="relative aspect-video w-full shrink-0 overflow-hidden rounded-s-lg bg-sunken sm:w-56">
        {opened && url ? (
          // biome-ignore lint/a11y/useMediaCaption: the words of the clip are beside it.
          <video src={url} controls autoPlay playsInline className="size-full bg-black" />
        ) : (
          <button
            type="button"
            disabled={!url}
            aria-label={texts.play(clip?.name ?? title)}
            onClick={() => setOpened(true)}
            className="relative flex size-full items-center justify-center text-soft"
          >
            {clip?.thumbnail_url ? (
              <img src={clip.thumbnail_url} alt="" className="absolute inset-0 size-full object-cover" />
            ) : (
              <AudioLines size={28} strokeWidth={1.25} aria-hidden="true" />
            )}
            <span className="absolute flex size-11 items-center justify-center rounded-full bg-ink text-paper">
              <Play size={16} fill="currentColor" aria-hidden="true" />
            </span>
            {clip && <LengthBadge seconds={clip.duration_seconds} className="end-2 bottom-2" />}
          </button>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1 p-3.5">
        <p dir="auto" className="font-semibold">
          {clip?.name ?? title}
        </p>
        {clip?.transcript_text && (
          <blockquote dir="auto" className="line-clamp-3 font-serif text-md">
            {texts.quoted(clip.transcript_text)}
          </blockquote>
        )}
        <p className="mt-auto text-sm text-soft">
          {clip?.speaker && <span className="me-2 font-medium text-ink">{clip.speaker}</span>}
          {clip && formatTimecode(clip.start_seconds)}
        </p>
      </div>
    </div>
  );
}

function CardBlock({ cardId, title }: { cardId: string; title: string }) {
  const { projectId } = useEditorContext();
  const { data: card, error } = useQuery(cardQuery(cardId));
  if (isNotFound(error)) return <Missing title={title} text={texts.noCard} />;
  return (
    <div className="flex items-start gap-3 p-3.5">
      <SquareKanban size={16} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold">
          {card?.title ?? title}
        </p>
        {card?.body && (
          <p dir="auto" className="line-clamp-4 whitespace-pre-line">
            {card.body}
          </p>
        )}
        <Link
          to="/projects/$projectId/board"
          params={{ projectId }}
          search={{}}
          className="text-sm text-soft underline-offset-4 hover:text-ink hover:underline"
        >
          {texts.evidenceOfCard(formatCount(card?.evidence.length ?? 0, texts.passage, texts.passages))}
        </Link>
      </div>
    </div>
  );
}

const Missing = ({ title, text }: { title: string; text: string }) => (
  <div className="p-3.5">
    <p dir="auto" className="font-semibold">
      {title}
    </p>
    <p className="text-sm text-soft">{text}</p>
  </div>
);
