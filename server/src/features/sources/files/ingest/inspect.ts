import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { extractDocument } from '../../../../platform/media/extract-document.ts';
import { MediaError } from '../../../../platform/media/media-error.ts';
import { docxType, sniff, sniffBytes } from '../../../../platform/media/sniff.ts';
import { localPath, withWorkFolder } from '../../../../platform/storage/local-file.ts';
import { verifyStream } from '../../../../platform/storage/verify-stream.ts';
import type { FileDeps } from '../deps.ts';
import { fileBytesMax } from '../limits.ts';
import type { Fault, FileRow } from '../store.ts';
import { fileFolder, type ReceivedBlob, receiveBlob } from '../uploads/receive.ts';

type Facts = Pick<FileRow, 'kind' | 'content_type' | 'inline'> &
  Partial<
    Pick<FileRow, 'checksum_sha256' | 'duration_seconds' | 'page_count' | 'thumbnail_key' | 'waveform_key'>
  > & {
    /** Set if the kind of the file was detected but its content is damaged. */
    fault?: Fault;
  };

export interface Inspection {
  facts: Facts;
  /** Thumbnail and waveform. The transaction that writes their keys into the record commits them. */
  derived: ReceivedBlob[];
}

/** Detects type, duration and pages from the bytes. Client-supplied types are ignored. */
export async function inspect(deps: FileDeps, file: FileRow, signal: AbortSignal): Promise<Inspection> {
  const key = file.blob_key as string;
  if (file.size_bytes === 0) throw new MediaError('failed', 'The file is empty.');
  const head = await readHead(deps, key);
  const { kind, content_type, inline } = await sniff(head, file.name);
  const facts: Facts = { kind, content_type, inline };
  if (file.checksum_sha256 === null) {
    const { stream } = await deps.storage.read(key);
    facts.checksum_sha256 = (await verifyStream(stream)).checksum_sha256;
  }
  if ((file.size_bytes ?? 0) > fileBytesMax[kind]) {
    const limit = Math.round(fileBytesMax[kind] / 1024 ** 2);
    return { facts: { ...facts, fault: tooLarge(kind, limit) }, derived: [] };
  }
  return withWorkFolder(deps.workDir, async (folder) => {
    const derived: ReceivedBlob[] = [];
    try {
      if (kind === 'video' || kind === 'audio')
        await inspectMedia(deps, file, { facts, derived }, { folder, signal });
      else if (kind === 'pdf' || content_type === docxType) {
        const local = await localPath(deps.storage, key, folder, signal);
        facts.page_count = (await extractDocument(local, content_type, { signal })).page_count;
      }
    } catch (error) {
      signal.throwIfAborted();
      // A damaged file is not deleted: users can still download it and see the error.
      if (!(error instanceof MediaError)) throw error;
      facts.fault = { code: error.fault, message: error.message };
    }
    return { facts, derived };
  });
}

const tooLarge = (kind: string, megabytes: number): Fault => ({
  code: 'too_large',
  message: `A file of kind ${kind} can have at most ${megabytes} MB.`,
});

async function readHead({ storage }: FileDeps, key: string): Promise<Buffer> {
  const { stream } = await storage.read(key, { start: 0, end: sniffBytes - 1 });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Adds what ffprobe finds to the inspection, and the thumbnail and the waveform. */
async function inspectMedia(
  deps: FileDeps,
  file: FileRow,
  { facts, derived }: Inspection,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const local = await localPath(deps.storage, file.blob_key as string, folder, signal);
  const info = await deps.media.probe(local, { signal });
  facts.kind = info.kind;
  facts.duration_seconds = Math.round(info.duration_seconds * 1000) / 1000;
  const store = async (source: Readable, contentType: string) => {
    const blob = await receiveBlob(deps, fileFolder(file.id), source, { contentType });
    derived.push(blob);
    return blob.key;
  };
  if (info.has_video) {
    const output = path.join(folder, 'thumbnail.jpg');
    await deps.media.thumbnail({ input: local, output, signal });
    facts.thumbnail_key = await store(createReadStream(output), 'image/jpeg');
  }
  if (info.has_audio) {
    const peaks = await deps.media.waveform(local, { signal, durationSeconds: info.duration_seconds });
    facts.waveform_key = await store(Readable.from([Buffer.from(JSON.stringify(peaks))]), 'application/json');
  }
}
