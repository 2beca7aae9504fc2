import { sendUpload } from '@parley/sdk';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, unwrap } from '../lib/api.ts';
import { ApiError } from '../lib/errors.ts';
import { reportUploads } from '../lib/has-uploads.ts';
import { isRecording } from '../lib/uploads/check-file.ts';
import { isRunning, type SpeakerOptions, type UploadItem } from '../lib/uploads/item.ts';
import { browserNetwork } from '../lib/uploads/network.ts';
import { createUploadQueue, type UploadQueue, type UploadServer } from '../lib/uploads/queue.ts';
import { readChecksum } from '../lib/uploads/same-file.ts';
import { createUploadStorage } from '../lib/uploads/storage.ts';
import { keys } from './keys.ts';
import { useMe } from './me.ts';

export type { UploadItem, UploadState } from '../lib/uploads/item.ts';
export type { UploadQueue } from '../lib/uploads/queue.ts';

/** Upload URLs contain the public address of the server; the browser uses the address of the page. */
const onThisHost = (url: string) => new URL(url, location.href).pathname;

const server: UploadServer = {
  async create({ id, generation, projectId, name, size, contentType, transcribe }) {
    const { data } = await unwrap(
      api.POST('/v1/projects/{projectId}/files', {
        params: { path: { projectId } },
        headers: { 'Idempotency-Key': `${id}-${generation}` },
        body: { name, size_bytes: size, content_type: contentType, transcribe },
      }),
    );
    return { fileId: data.id, url: onThisHost(data.upload?.url ?? '') };
  },
  async find(fileId) {
    try {
      const { data } = await unwrap(api.GET('/v1/files/{fileId}', { params: { path: { fileId } } }));
      return data.upload ? { url: onThisHost(data.upload.url) } : 'complete';
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'gone';
      throw error;
    }
  },
  async remove(fileId) {
    await unwrap(api.DELETE('/v1/files/{fileId}', { params: { path: { fileId } } }));
  },
  async findSame({ projectId, name, size }, source) {
    const { data } = await unwrap(
      api.GET('/v1/projects/{projectId}/files', {
        params: { path: { projectId }, query: { size_bytes: size, limit: 100 } },
      }),
    );
    if (data.some((file) => file.name === name)) return { name, by: 'name' };
    const stored = data.filter(({ checksum_sha256 }) => checksum_sha256 !== null);
    if (stored.length === 0) return undefined;
    const checksum = await readChecksum(source);
    if (checksum === undefined)
      return size >= telltaleBytes ? { name: stored[0]?.name ?? '', by: 'size' } : undefined;
    const copy = stored.find(({ checksum_sha256 }) => checksum_sha256 === checksum);
    return copy && { name: copy.name, by: 'content' };
  },
};

/** Two different recordings hardly ever have the same number of bytes; two short texts may. */
const telltaleBytes = 1024 ** 2;

const newId = () =>
  `${Date.now().toString(36)}-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** One queue for each signed-in person; it lives as long as the page, whatever the route. */
let current: { userId: string; queue: UploadQueue } | undefined;

function startQueue(userId: string, queryClient: QueryClient): UploadQueue {
  const storage = createUploadStorage({ local: localStorage, session: sessionStorage, userId });
  const queue = createUploadQueue({
    server,
    send: sendUpload,
    storage,
    network: browserNetwork(),
    newId,
    onRecordChanged({ projectId, fileId }) {
      void queryClient.invalidateQueries({ queryKey: keys.files(projectId) });
      void queryClient.invalidateQueries({ queryKey: keys.project(projectId) });
      if (fileId) void queryClient.invalidateQueries({ queryKey: keys.file(fileId) });
    },
  });
  queue.subscribe(reportUploads);
  setInterval(() => storage.keep(queue.items()), 20_000);
  window.addEventListener('pagehide', () => storage.release(queue.items()));
  window.addEventListener('beforeunload', (event) => {
    if (queue.items().some(isRunning)) event.preventDefault();
  });
  return queue;
}

export function useUploadQueue(): UploadQueue {
  const { id: userId } = useMe();
  const queryClient = useQueryClient();
  if (current?.userId !== userId) current = { userId, queue: startQueue(userId, queryClient) };
  return current.queue;
}

export function useUploads(): readonly UploadItem[] {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.items);
}

const transcribeKey = 'parley.transcribe-uploads';

/** Whether new uploads are transcribed, as the person last chose in this browser. */
export const readTranscribeChoice = (): boolean => localStorage.getItem(transcribeKey) !== 'no';
export const storeTranscribeChoice = (transcribe: boolean): void =>
  localStorage.setItem(transcribeKey, transcribe ? 'yes' : 'no');

/** Files that were chosen and wait until the user has said who speaks in them. */
export interface ChosenFiles {
  projectId: string;
  files: readonly File[];
}

let chosen: ChosenFiles | undefined;
const chosenListeners = new Set<() => void>();
const setChosen = (next: ChosenFiles | undefined) => {
  chosen = next;
  for (const listener of chosenListeners) listener();
  // The question is part of the page's uploads, which are loaded when they are needed.
  if (next) reportUploads();
};

/**
 * Returns a function that adds files to the queue of a project. Recordings that will be transcribed wait for the answer to the
 * question about their speakers, unless `ask` is false. It returns whether the files are in the queue.
 */
export function useAddUploads() {
  const queue = useUploadQueue();
  return (projectId: string, files: readonly File[], { ask = true } = {}): boolean => {
    const transcribe = readTranscribeChoice();
    if (!ask || !transcribe || !files.some(isRecording)) {
      queue.add(projectId, files, { transcribe });
      return true;
    }
    // Files that are dropped while the question is open belong to the same batch.
    const before = chosen?.projectId === projectId ? chosen.files : [];
    setChosen({ projectId, files: [...before, ...files] });
    return false;
  };
}

/** The files that wait for the answer, a function that adds them to the queue, and one that discards them. */
export function useChosenFiles() {
  const queue = useUploadQueue();
  const waiting = useSyncExternalStore(
    (listener) => {
      chosenListeners.add(listener);
      return () => chosenListeners.delete(listener);
    },
    () => chosen,
  );
  return {
    chosen: waiting,
    add(speakers: SpeakerOptions) {
      if (waiting) queue.add(waiting.projectId, waiting.files, { transcribe: speakers });
      setChosen(undefined);
    },
    discard: () => setChosen(undefined),
  };
}
