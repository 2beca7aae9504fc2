import { invalidField } from '../../../foundation/errors.ts';
import { signedUrlMinutes } from '../../../foundation/limits.ts';
import type { ShareLinks } from '../../../platform/secret-box/share-links.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { thumbnailUrl } from '../files/index.ts';
import type { RecordingRow } from './recording.ts';

export interface RecordingUrls {
  download_url: string | null;
  thumbnail_url: string | null;
}

export const noUrls: RecordingUrls = { download_url: null, thumbnail_url: null };

type Linked = Pick<RecordingRow, 'name' | 'content_type' | 'blob_key' | 'thumbnail_key'>;

/** Only for the GET of one recording: anyone who has the download URL can read the bytes until it expires. */
export async function signedRecordingUrls(
  deps: { storage: Storage },
  recording: Linked,
  now: Date,
): Promise<RecordingUrls> {
  const { blob_key: key, content_type } = recording;
  const signed = {
    expiresAt: new Date(now.getTime() + signedUrlMinutes * 60_000),
    filename: recordingFilename(recording),
    contentType: content_type ?? 'video/mp4',
    disposition: 'inline',
  } as const;
  return {
    download_url: key === null ? null : await deps.storage.signUrl({ key, ...signed }),
    thumbnail_url: await thumbnailUrl(deps, recording),
  };
}

/** For lists: the thumbnail, which browsers can cache, and no link that expires. */
export const listedRecordingUrls = async (
  deps: { storage: Storage },
  recording: Linked,
): Promise<RecordingUrls> => ({ ...noUrls, thumbnail_url: await thumbnailUrl(deps, recording) });

export const recordingFilename = ({ name, content_type }: Linked): string =>
  `${name}.${content_type === 'audio/mp4' ? 'm4a' : 'mp4'}`;

/** Adds a link that cannot be guessed. A shared recording keeps its link, and is returned as it is. */
export function shareRecording<R extends RecordingRow>(
  links: ShareLinks,
  kind: 'clip' | 'reel',
  recording: R,
  now: Date,
): R {
  if (recording.share_hash) return recording;
  if (recording.status !== 'ready')
    throw invalidField(
      `${kind}_id`,
      `This ${kind} is ${recording.status}; only a ready ${kind} can be shared.`,
    );
  return links.share(recording, now);
}
