import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../../foundation/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { MediaError } from '../../../platform/media/media-error.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import { scheduleBlobDeletion } from '../../../platform/storage/deletions.ts';
import { localPath, withWorkFolder } from '../../../platform/storage/local-file.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { TaskFailure, type TaskHandler } from '../../../platform/tasks/index.ts';
import { type FileRow, findFileById, type ReceivedBlob, receiveBlob } from '../files/index.ts';
import { captionsOf } from './captions.ts';
import { type ClipRow, findClipById, saveClip } from './store.ts';

export interface CutDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  media: Media;
  workDir: string;
}

interface Cut {
  media: ReceivedBlob;
  thumbnail: ReceivedBlob | undefined;
  content_type: string;
}

/** Cuts a clip from its file, with frame accuracy. */
export function cutHandler(deps: CutDeps): TaskHandler {
  return {
    // Two, so that a long clip of one workspace never blocks the others.
    concurrency: 2,
    async run(task, { signal, finish }) {
      const clip = await findClipById(deps.db, task.subject);
      const file = clip && (await findFileById(deps.db, clip.file_id));
      if (clip?.status !== 'processing' || !file?.blob_key) return;
      const { media, thumbnail, content_type } = await cut(deps, clip, file, signal);
      await finish(async (tx) => {
        const current = await findClipById(tx, clip.id, sql`for update of c`);
        if (!current) return;
        await media.commit(tx);
        await thumbnail?.commit(tx);
        for (const old of [current.blob_key, current.thumbnail_key])
          if (old) await scheduleBlobDeletion(tx, old);
        await saveClip(tx, {
          ...current,
          status: 'ready',
          error: null,
          content_type,
          size_bytes: media.size_bytes,
          blob_key: media.key,
          thumbnail_key: thumbnail?.key ?? null,
          updated_at: deps.clock.now(),
        });
      });
    },
    async onExhausted(tx, task, { code, message }) {
      const clip = await findClipById(tx, task.subject, sql`for update of c`);
      if (clip?.status !== 'processing') return;
      await saveClip(tx, {
        ...clip,
        status: 'failed',
        error: { code, message },
        updated_at: deps.clock.now(),
      });
    },
  };
}

async function cut(deps: CutDeps, clip: ClipRow, file: FileRow, signal: AbortSignal): Promise<Cut> {
  const video = file.kind === 'video';
  const content_type = video ? 'video/mp4' : 'audio/mp4';
  try {
    return await withWorkFolder(deps.workDir, async (folder) => {
      const input = await localPath(deps.storage, file.blob_key as string, folder, signal);
      const output = path.join(folder, video ? 'clip.mp4' : 'clip.m4a');
      const captions = clip.captions && video ? await writeCaptions(deps.db, clip, folder) : undefined;
      await deps.media.cutClip({
        input,
        output,
        start: clip.start_seconds,
        end: clip.end_seconds,
        format: video ? 'mp4' : 'm4a',
        captions,
        signal,
      });
      const store = (file: string, contentType: string) =>
        receiveBlob(deps, `clips/${clip.id}`, createReadStream(file), { contentType });
      const media = await store(output, content_type);
      if (!video) return { media, thumbnail: undefined, content_type };
      const thumbnailPath = path.join(folder, 'thumbnail.jpg');
      await deps.media.thumbnail({ input: output, output: thumbnailPath, atSeconds: 0, signal });
      return { media, thumbnail: await store(thumbnailPath, 'image/jpeg'), content_type };
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof MediaError ? new TaskFailure(error.fault, error.message) : error;
  }
}

async function writeCaptions(db: Db, clip: ClipRow, folder: string): Promise<string | undefined> {
  const content = await captionsOf(db, clip.name, [clip], 'srt');
  if (content === undefined) return undefined;
  const captions = path.join(folder, 'captions.srt');
  await writeFile(captions, content);
  return captions;
}
