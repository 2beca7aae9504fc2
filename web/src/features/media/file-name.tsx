import { useQuery } from '@tanstack/react-query';
import { fileQuery } from '../../data/file.ts';
import { ApiError } from '../../lib/errors.ts';
import { texts } from './texts.ts';

/** The name of a file that only its id is known of. */
export function FileName({ fileId }: { fileId: string }) {
  const { data, error } = useQuery({ ...fileQuery(fileId), staleTime: 60_000 });
  if (error instanceof ApiError && error.status === 404) return texts.deletedFile;
  return <span dir="auto">{data?.name ?? '…'}</span>;
}
