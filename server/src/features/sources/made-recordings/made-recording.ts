import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { MediaError } from '../../../platform/media/media-error.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import { withWorkFolder } from '../../../platform/storage/local-file.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import { type ReceivedBlob, receiveBlob } from '../files/index.ts';
import { captionsOf } from './captions.ts';
import type { RecordingPart } from './recording.ts';

export interface RecordingDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  media: Media;
  workDir: string;
}

/** The recording of a clip or a reel: stored, but not yet part of its record. */
export interface MadeRecording {
  media: ReceivedBlob;
  /** A picture of the first moment. Audio has none. */
  thumbnail: ReceivedBlob | undefined;
  content_type: string;
}

/**
 * Runs `make` in a temporary folder and stores the recording it writes, and a picture of it if it is a video.
 * @param keyPrefix where in the storage, such as `clips/{id}`
 */
export async function storeRecording(
  deps: RecordingDeps,
  keyPrefix: string,
  signal: AbortSignal,
  make: (folder: string) => Promise<{ output: string; isVideo: boolean }>,
): Promise<MadeRecording> {
  const store = (file: string, contentType: string) =>
    receiveBlob(deps, keyPrefix, createReadStream(file), { contentType });
  try {
    return await withWorkFolder(deps.workDir, async (folder) => {
      const { output, isVideo } = await make(folder);
      const content_type = isVideo ? 'video/mp4' : 'audio/mp4';
      const media = await store(output, content_type);
      if (!isVideo) return { media, thumbnail: undefined, content_type };
      const thumbnailPath = path.join(folder, 'thumbnail.jpg');
      await deps.media.thumbnail({ input: output, output: thumbnailPath, atSeconds: 0, signal });
      return { media, thumbnail: await store(thumbnailPath, 'image/jpeg'), content_type };
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof MediaError ? new TaskFailure(error.fault, error.message) : error;
  }
}

/** Makes the stored recording permanent and returns the columns of its record. */
export async function commitRecording(tx: Db, { media, thumbnail, content_type }: MadeRecording) {
  await media.commit(tx);
  await thumbnail?.commit(tx);
  return {
    status: 'ready' as const,
    error: null,
    content_type,
    size_bytes: media.size_bytes,
    blob_key: media.key,
    thumbnail_key: thumbnail?.key ?? null,
  };
}

/** Writes the words of the parts as subtitles. Undefined if no word is spoken in them. */
export async function writeCaptions(
  db: Db,
  name: string,
  parts: RecordingPart[],
  folder: string,
): Promise<string | undefined> {
  const content = await captionsOf(db, name, parts, 'srt');
  if (content === undefined) return undefined;
  const captions = path.join(folder, 'captions.srt');
  await writeFile(captions, content);
  return captions;
}
