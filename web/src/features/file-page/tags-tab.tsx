import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { File } from '../../data/file.ts';
import { materialQuery } from '../../data/material.ts';
import { prefetched } from '../../data/prefetched.ts';
import type { Tagging } from '../../data/taggings.ts';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import { formatNumber } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TagChip, TagDot } from '../../ui/tag-chip.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import type { ChangeView, FileView } from './file-view.ts';
import { panelTexts as texts } from './panel-texts.ts';
import { Suggestions } from './suggestions.tsx';

interface TagsTabProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  view: FileView;
  onViewChange: ChangeView;
}

/** The tags that this file uses. A click shows only the highlights of one, a second click all of them again. */
export function TagsTab({ file, playback, mayWrite, view, onViewChange }: TagsTabProps) {
  const material = useQuery({ ...materialQuery(file.id), ...prefetched });
  const tags = useQuery({ ...tagsQuery(file.project_id), ...prefetched });
  const failed = [material, tags].find(({ isError }) => isError);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!material.data || !tags.data) return <Skeleton rows={3} label={texts.loadingTags} />;
  const used = countTags(material.data.taggings, tags.data);
  const suggestions = material.data.taggings.filter(({ status }) => status === 'suggested');
  const detached = material.data.taggings.filter(
    (tagging) => tagging.status === 'accepted' && tagging.detached,
  );
  return (
    <div className="space-y-4">
      {used.length > 0 ? (
        <ul>
          {used.map(({ tag, count }) => (
            <li key={tag.id}>
              <button
                type="button"
                aria-pressed={view.tag === tag.id}
                onClick={() => onViewChange({ tag: view.tag === tag.id ? undefined : tag.id })}
                className="control -mx-2 flex w-[calc(100%+16px)] items-center gap-2 rounded-md px-2 text-start hover:bg-sunken aria-pressed:bg-accent-wash"
              >
                <TagDot color={tag.color} />
                <span dir="auto" className="min-w-0 flex-1 truncate" title={tag.name}>
                  {tag.name}
                </span>
                {view.tag === tag.id && <X size={14} aria-hidden="true" className="text-soft" />}
                <span className="text-soft tabular-nums">{formatNumber(count)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        suggestions.length === 0 &&
        detached.length === 0 && (
          <p className="text-sm text-soft">
            {texts.noTags} {mayWrite && file.transcription_status === 'completed' && texts.selectAndTag}
          </p>
        )
      )}
      {detached.length > 0 && <DetachedHighlights taggings={detached} tags={tags.data} />}
      {suggestions.length > 0 && (
        <Suggestions
          file={file}
          tags={tags.data}
          suggestions={suggestions}
          playback={playback}
          mayWrite={mayWrite}
          onAccept={(accepted) => {
            // The filter would hide the new highlight.
            if (view.tag !== undefined && accepted.some(({ tag_id }) => tag_id !== view.tag))
              onViewChange({ tag: undefined });
          }}
        />
      )}
    </div>
  );
}

function DetachedHighlights({ taggings, tags }: { taggings: Tagging[]; tags: Tag[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">
        {texts.notInTranscript(taggings.length)}
      </summary>
      <ul className="mt-2 max-h-64 space-y-2 overflow-y-auto">
        {taggings.map(({ id, tag_id, quote }) => {
          const tag = tags.find((other) => other.id === tag_id);
          return (
            <li key={id}>
              <TagChip name={tag?.name ?? texts.deletedTag} color={tag?.color ?? null} />
              {quote && (
                <blockquote dir="auto" className="line-clamp-3 font-serif">
                  {texts.quoted(quote)}
                </blockquote>
              )}
              <p className="text-soft">{texts.wordsGone}</p>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The most used first. Highlights without words in the transcript are not counted. */
export function countTags(taggings: Tagging[], tags: Tag[]): { tag: Tag; count: number }[] {
  const counts = new Map<string, number>();
  for (const { status, tag_id, detached } of taggings)
    if (status === 'accepted' && !detached) counts.set(tag_id, (counts.get(tag_id) ?? 0) + 1);
  return tags
    .flatMap((tag) => {
      const count = counts.get(tag.id);
      return count ? [{ tag, count }] : [];
    })
    .toSorted((a, b) => b.count - a.count || a.tag.name.localeCompare(b.tag.name));
}
