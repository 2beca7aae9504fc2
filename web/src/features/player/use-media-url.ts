import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type File, fileQuery } from '../../data/file.ts';

/** A link is replaced this long before it expires. */
const renewBeforeMs = 120_000;
/** A clock that is wrong by an hour must not cause a request for each rendering. */
const refetchAfterMs = 60_000;
/** A second failure within this time is no matter of the link. */
const retryAfterMs = 10_000;

interface MediaUrl {
  url: string | null;
  /** The browser could not read the media: gets a new link. */
  renew(): void;
  /** True after a new link did not work either. */
  failed: boolean;
}

/**
 * A link to the bytes that stays the same as long as it works, although every response of the API has another one. While
 * `isBusy` the old link stays in use: a new source interrupts the playing.
 */
export function useMediaUrl(file: File, isBusy: () => boolean): MediaUrl {
  const queryClient = useQueryClient();
  const [used, setUsed] = useState({ url: file.download_url, expiresAt: expiryOf(file) });
  const [failed, setFailed] = useState(false);
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const refetchedAt = useRef(Number.NEGATIVE_INFINITY);
  const fresh = { url: file.download_url, expiresAt: expiryOf(file) };

  useEffect(() => {
    const check = () => {
      if (Date.now() < used.expiresAt - renewBeforeMs && used.url !== null) return;
      if (fresh.url !== null && Date.now() < fresh.expiresAt - renewBeforeMs) {
        if (!isBusy()) setUsed(fresh);
      } else if (file.status === 'ready' && Date.now() - refetchedAt.current > refetchAfterMs) {
        refetchedAt.current = Date.now();
        void queryClient.invalidateQueries({ queryKey: fileQuery(file.id).queryKey });
      }
    };
    check();
    const timer = setInterval(check, 15_000);
    return () => clearInterval(timer);
  });

  return {
    url: used.url,
    failed,
    async renew() {
      const tooSoon = Date.now() - renewedAt.current < retryAfterMs;
      setFailed(tooSoon);
      if (tooSoon) return;
      renewedAt.current = Date.now();
      try {
        const renewed = await queryClient.fetchQuery({ ...fileQuery(file.id), staleTime: 0 });
        setUsed({ url: renewed.download_url, expiresAt: expiryOf(renewed) });
      } catch {
        setFailed(true);
      }
    },
  };
}

const expiryOf = ({ download_url_expires_at }: File) =>
  download_url_expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(download_url_expires_at);
