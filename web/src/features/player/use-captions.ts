import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { captionsQuery, type File } from '../../data/file.ts';

/** The address of a WebVTT file made from the transcript; null without a transcript. It changes with the transcript. */
export function useCaptions(file: File): string | null {
  const { data } = useQuery({
    ...captionsQuery(file),
    enabled: file.kind === 'video' && captionsQuery(file).enabled === true,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const blobUrl = URL.createObjectURL(new Blob([data], { type: 'text/vtt' }));
    setUrl(blobUrl);
    return () => {
      URL.revokeObjectURL(blobUrl);
      setUrl(null);
    };
  }, [data]);
  return url;
}
