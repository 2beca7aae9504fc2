import path from 'node:path';
import { sql } from '../../../platform/database/index.ts';
import { scheduleBlobDeletion } from '../../../platform/storage/deletions.ts';
import { localPath } from '../../../platform/storage/local-file.ts';
import type { TaskHandler } from '../../../platform/tasks/index.ts';
import { type FileRow, findFileById } from '../files/index.ts';
import {
  commitRecording,
  type MadeRecording,
  type RecordingDeps,
  storeRecording,
  writeCaptions,
} from '../made-recordings/index.ts';
import { type ClipRow, findClipById, saveClip } from './store.ts';

/** Cuts a clip from its file, with frame accuracy. */
export function cutHandler(deps: RecordingDeps): TaskHandler {
  return {
    // Two, so that a long clip of one workspace never blocks the others.
    concurrency: 2,
    async run(task, { signal, finish }) {
      const clip = await findClipById(deps.db, task.subject);
      const file = clip && (await findFileById(deps.db, clip.file_id));
      if (clip?.status !== 'processing' || !file?.blob_key) return;
      const made = await cut(deps, clip, file, signal);
      await finish(async (tx) => {
        const current = await findClipById(tx, clip.id, sql`for update of c`);
        if (!current) return;
        for (const old of [current.blob_key, current.thumbnail_key])
          if (old) await scheduleBlobDeletion(tx, old);
        await saveClip(tx, {
          ...current,
          ...(await commitRecording(tx, made)),
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

function cut(deps: RecordingDeps, clip: ClipRow, file: FileRow, signal: AbortSignal): Promise<MadeRecording> {
  const isVideo = file.kind === 'video';
  return storeRecording(deps, `clips/${clip.id}`, signal, async (folder) => {
    const output = path.join(folder, isVideo ? 'clip.mp4' : 'clip.m4a');
    await deps.media.cutClip({
      input: await localPath(deps.storage, file.blob_key as string, folder, signal),
      output,
      start: clip.start_seconds,
      end: clip.end_seconds,
      format: isVideo ? 'mp4' : 'm4a',
      captions:
        clip.captions && isVideo ? await writeCaptions(deps.db, clip.name, [clip], folder) : undefined,
      signal,
    });
    return { output, isVideo };
  });
}
