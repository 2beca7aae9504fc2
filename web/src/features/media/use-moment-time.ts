import { useQuery } from '@tanstack/react-query';
import { fileQuery, hasTimes } from '../../data/file.ts';
import { formatTimecode } from '../../lib/format.ts';

/** When something happens in a file, such as "0:19". Null until the file is known, and if it has no times. */
export function useMomentTime(fileId: string | null, seconds: number | null): string | null {
  const { data: file } = useQuery({
    ...fileQuery(fileId ?? ''),
    enabled: fileId !== null && seconds !== null,
    staleTime: 60_000,
  });
  return file && seconds !== null && hasTimes(file) ? formatTimecode(seconds) : null;
}
