import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

const grid =
  'grid grid-cols-1 gap-x-4 gap-y-6 min-[420px]:grid-cols-2 min-[1400px]:grid-cols-3 lg:alone:grid-cols-3 xl:alone:grid-cols-4';

/** A grid that reads its next page when its end comes near. */
export function Gallery({ list, children }: { list: PagedList; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (!end.current || !hasNextPage) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      <ul className={grid}>{children}</ul>
      {hasNextPage && (
        <div ref={end} className="mt-6 text-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

export const GallerySkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className={grid}>
    {[1, 2, 3, 4, 5, 6].map((place) => (
      <div key={place} className="animate-pulse-slow aspect-video rounded-lg bg-sunken" />
    ))}
  </div>
);
