import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Db, sql } from '../../../platform/database/index.ts';
import { listOfParts, type PictureSize } from '../../../platform/media/join.ts';
import type { MediaInfo } from '../../../platform/media/probe.ts';
import { localPath } from '../../../platform/storage/local-file.ts';
import { TaskFailure, type TaskHandler } from '../../../platform/tasks/index.ts';
import { type FileRow, findFileById } from '../files/index.ts';
import {
  commitRecording,
  type MadeRecording,
  type RecordingDeps,
  storeRecording,
  writeCaptions,
} from '../made-recordings/index.ts';
import { durationOf } from './schema.ts';
import { findReelById, type ReelPart, type ReelRow, saveReel } from './store.ts';

/** Joins the parts of a reel. */
export function joinHandler(deps: RecordingDeps): TaskHandler {
  return {
    // One, because a reel encodes up to two hours and clips have their own slots.
    concurrency: 1,
    async run(task, { signal, finish }) {
      const reel = await findReelById(deps.db, task.subject);
      if (reel?.status !== 'processing') return;
      const made = await join(deps, reel, signal);
      await finish(async (tx) => {
        // A reel that was deleted meanwhile, with one of its recordings, must not come back.
        const current = await findReelById(tx, reel.id, sql`for update of r`);
        if (!current) return;
        await saveReel(tx, {
          ...current,
          ...(await commitRecording(tx, made)),
          updated_at: deps.clock.now(),
        });
      });
    },
    async onExhausted(tx, task, { code, message }) {
      const reel = await findReelById(tx, task.subject, sql`for update of r`);
      if (reel?.status !== 'processing') return;
      await saveReel(tx, {
        ...reel,
        status: 'failed',
        error: { code, message },
        updated_at: deps.clock.now(),
      });
    },
  };
}

function join(deps: RecordingDeps, reel: ReelRow, signal: AbortSignal): Promise<MadeRecording> {
  return storeRecording(deps, `reels/${reel.id}`, signal, async (folder) => {
    const files = await readFiles(deps.db, reel.parts);
    const picture = await findPicture(deps, [...files.values()], path.join(folder, 'first'), signal);
    const parts: string[] = [];
    for (const [at, part] of reel.parts.entries()) {
      const output = path.join(folder, `part-${at}.mkv`);
      const file = files.get(part.file_id) as FileRow;
      await withSource(deps, file, `${output}.source`, signal, (input, { has_video, has_audio }) =>
        deps.media.cutPart({ input, output, ...timesOf(part), picture, has_video, has_audio, signal }),
      );
      parts.push(output);
    }
    const list = path.join(folder, 'parts.txt');
    await writeFile(list, listOfParts(parts));
    const output = path.join(folder, picture ? 'reel.mp4' : 'reel.m4a');
    await deps.media.joinParts({
      parts,
      list,
      output,
      format: picture ? 'mp4' : 'm4a',
      durationSeconds: durationOf(reel.parts),
      captions:
        reel.captions && picture ? await writeCaptions(deps.db, reel.name, reel.parts, folder) : undefined,
      signal,
    });
    return { output, isVideo: picture !== undefined };
  });
}

const timesOf = ({ start_seconds, end_seconds }: ReelPart) => ({ start: start_seconds, end: end_seconds });

async function readFiles(db: Db, parts: ReelPart[]): Promise<Map<string, FileRow>> {
  const files = new Map<string, FileRow>();
  for (const { file_id } of parts) {
    const file = files.get(file_id) ?? (await findFileById(db, file_id));
    if (!file?.blob_key) throw new TaskFailure('failed', 'A recording of this reel has no content.');
    files.set(file_id, file);
  }
  return files;
}

/** The size of the first video, at most 1920 × 1080. Undefined if all parts are audio. */
async function findPicture(
  deps: RecordingDeps,
  files: FileRow[],
  folder: string,
  signal: AbortSignal,
): Promise<PictureSize | undefined> {
  const first = files.find((file) => file.kind === 'video');
  if (!first) return undefined;
  return withSource(deps, first, folder, signal, async (_, { width, height }) => fitSize(width, height));
}

function fitSize(width: number | null, height: number | null): PictureSize {
  const size = { width: width ?? 1280, height: height ?? 720 };
  const [longer, shorter] = [Math.max(size.width, size.height), Math.min(size.width, size.height)];
  const scale = Math.min(1, 1920 / longer, 1080 / shorter);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(size.width), height: even(size.height) };
}

/** A recording is copied from the object storage only while it is used, which bounds the disk space. */
async function withSource<T>(
  deps: RecordingDeps,
  file: FileRow,
  folder: string,
  signal: AbortSignal,
  use: (input: string, info: MediaInfo) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { mode: 0o700 });
  try {
    const input = await localPath(deps.storage, file.blob_key as string, folder, signal);
    return await use(input, await deps.media.probe(input, { signal }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
