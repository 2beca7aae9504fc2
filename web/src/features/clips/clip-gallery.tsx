import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Clip, clipQuery, clipsQuery } from '../../data/clips.ts';
import { tagsQuery } from '../../data/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TagChip } from '../../ui/tag-chip.tsx';
import { Gallery, GallerySkeleton } from './gallery.tsx';
import { MediaCard } from './media-card.tsx';
import { texts } from './texts.ts';
import type { Selection } from './use-selection.ts';
import { type ClipsView, filterOf } from './view.ts';

interface ClipGalleryProps {
  projectId: string;
  view: ClipsView;
  onOpen(clipId: string): void;
  onClearFilters(): void;
  /** Given while clips are chosen for a reel. */
  selection: Selection | undefined;
}

export function ClipGallery({ projectId, view, onOpen, onClearFilters, selection }: ClipGalleryProps) {
  const list = useInfiniteQuery(clipsQuery(projectId, filterOf(view)));
  if (list.isPending) return <GallerySkeleton label={texts.loadingTheClips} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const clips = list.data.pages.flatMap((page) => page.data);
  if (clips.length === 0)
    return view.q || view.file || view.tag ? (
      <EmptyState
        title={texts.noClipsMatch}
        action={<Button onClick={onClearFilters}>{texts.clearTheFilters}</Button>}
      >
        {texts.tryAnotherWordFileOr}
      </EmptyState>
    ) : (
      <EmptyState title={texts.noClipsYet}>{texts.openRecordingSelectWordsIts}</EmptyState>
    );
  return (
    <Gallery list={list}>
      {clips.map((clip) => (
        <li key={clip.id}>
          <ClipCard clip={clip} onOpen={onOpen} selection={selection} />
        </li>
      ))}
    </Gallery>
  );
}

interface ClipCardProps {
  clip: Clip;
  onOpen(clipId: string): void;
  selection: Selection | undefined;
}

function ClipCard({ clip, onOpen, selection }: ClipCardProps) {
  const [wanted, setWanted] = useState(false);
  // Read when the pointer or the focus reaches the card: lists have no links to the bytes.
  const detail = useQuery({ ...clipQuery(clip.id), enabled: wanted && clip.status === 'ready' });
  const tags = useQuery(tagsQuery(clip.project_id));
  const isAudio = clip.status === 'ready' && clip.thumbnail_url === null;
  const place = selection?.place(clip.id) ?? 0;
  const shown = tags.data?.filter(({ id }) => clip.tag_ids.includes(id)) ?? [];
  return (
    <MediaCard
      name={clip.name}
      durationSeconds={clip.duration_seconds}
      status={clip.status}
      failure={clip.error?.message}
      thumbnailUrl={clip.thumbnail_url ?? detail.data?.thumbnail_url ?? null}
      previewUrl={detail.data?.download_url ?? null}
      isAudio={isAudio}
      onIntent={() => setWanted(true)}
      onOpen={() => (selection ? selection.toggle(clip) : onOpen(clip.id))}
      corner={
        selection && (
          <span className="flex items-center gap-1.5 rounded-sm bg-surface p-1.5 shadow-sm pointer-coarse:p-3">
            <Checkbox
              label={texts.addToTheReel(clip.name)}
              checked={place > 0}
              onChange={() => selection.toggle(clip)}
            />
            {place > 0 && <span className="text-xs font-medium tabular-nums">{place}</span>}
          </span>
        )
      }
    >
      <p className="mt-0.5 truncate text-sm text-soft" dir="auto">
        {[clip.speaker, clip.share_url ? texts.shared : null].filter(Boolean).join(' · ')}
      </p>
      {shown.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {shown.slice(0, 3).map((tag) => (
            <TagChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
          {shown.length > 3 && <span className="text-xs text-soft">+{shown.length - 3}</span>}
        </p>
      )}
    </MediaCard>
  );
}
