import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Reel, reelQuery, reelsQuery } from '../../data/reels.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Gallery, GallerySkeleton } from './gallery.tsx';
import { MediaCard } from './media-card.tsx';
import { texts } from './texts.ts';

interface ReelGalleryProps {
  projectId: string;
  q: string;
  onOpen(reelId: string): void;
}

export function ReelGallery({ projectId, q, onOpen }: ReelGalleryProps) {
  const list = useInfiniteQuery(reelsQuery(projectId, { q }));
  if (list.isPending) return <GallerySkeleton label={texts.loadingTheReels} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const reels = list.data.pages.flatMap((page) => page.data);
  if (reels.length === 0)
    return (
      <EmptyState title={q ? texts.noReelsMatch : texts.noReelsYet}>
        {q ? texts.tryAnotherWord : texts.reelShowsSeveralClipsOne}
      </EmptyState>
    );
  return (
    <Gallery list={list}>
      {reels.map((reel) => (
        <li key={reel.id}>
          <ReelCard reel={reel} onOpen={onOpen} />
        </li>
      ))}
    </Gallery>
  );
}

function ReelCard({ reel, onOpen }: { reel: Reel; onOpen(reelId: string): void }) {
  const [wanted, setWanted] = useState(false);
  const detail = useQuery({ ...reelQuery(reel.id), enabled: wanted && reel.status === 'ready' });
  return (
    <MediaCard
      name={reel.name}
      durationSeconds={reel.duration_seconds}
      status={reel.status}
      failure={reel.error?.message}
      thumbnailUrl={reel.thumbnail_url}
      previewUrl={detail.data?.download_url ?? null}
      isAudio={reel.status === 'ready' && reel.thumbnail_url === null}
      onIntent={() => setWanted(true)}
      onOpen={() => onOpen(reel.id)}
    >
      <p className="mt-0.5 text-sm text-soft">
        {[texts.parts2(reel.parts.length), reel.share_url ? texts.shared : null].filter(Boolean).join(' · ')}
      </p>
    </MediaCard>
  );
}
