import { FileName } from './file-name.tsx';
import { useMomentTime } from './use-moment-time.ts';

/** "Interview.mp4, 0:19"; only the name if the file has no times. */
export function MomentName({ fileId, seconds }: { fileId: string; seconds: number | null }) {
  const time = useMomentTime(fileId, seconds);
  return (
    <>
      <FileName fileId={fileId} />
      {time && `, ${time}`}
    </>
  );
}
