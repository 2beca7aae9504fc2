import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';

interface LoadMoreProps {
  hasMore: boolean;
  busy: boolean;
  onLoad(): void;
}

/** Loads the next page when the end of the list comes near. The button is for keyboards. */
export function LoadMore({ hasMore, busy, onLoad }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (!hasMore || busy || !end.current) return;
    const observer = new IntersectionObserver(
      // Several changes may come in one call; the last one counts.
      (entries) => entries.at(-1)?.isIntersecting && load(),
      {
        rootMargin: '600px',
      },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, busy]);
  if (!hasMore) return null;
  return (
    <div ref={end} className="flex justify-center py-2">
      <Button busy={busy} onClick={onLoad}>
        {busy ? texts.loading : texts.showMore}
      </Button>
    </div>
  );
}
