import type { SendUploadOptions } from '@parley/sdk';
import { checkFile, isRecording } from './check-file.ts';
import { describeFailure } from './failure.ts';
import { readFingerprint } from './fingerprint.ts';
import {
  cleanName,
  findDifference,
  isRunning,
  isUndecided,
  type UploadItem,
  type UploadSource,
} from './item.ts';
import type { Network } from './network.ts';
import { describeSame, hasSameContent, type SameFile } from './same-file.ts';
import type { UploadStorage } from './storage.ts';
import { texts } from './texts.ts';

/** Where the bytes of a record go; or that they have all arrived; or that the record no longer exists. */
export type OpenUpload = { url: string } | 'complete' | 'gone';

export interface UploadServer {
  /** Creates the record. The same item and generation create it only once. */
  create(item: UploadItem): Promise<{ fileId: string; url: string }>;
  find(fileId: string): Promise<OpenUpload>;
  remove(fileId: string): Promise<void>;
  /** A file of the project that seems to be the same one. */
  findSame(item: UploadItem, source: UploadSource): Promise<SameFile | undefined>;
}

export interface UploadQueueDeps {
  server: UploadServer;
  send(options: SendUploadOptions): Promise<void>;
  storage: UploadStorage;
  network: Network;
  newId(): string;
  /** The record on the server was created, is complete or was removed. */
  onRecordChanged?(item: UploadItem): void;
}

export interface UploadQueue {
  subscribe(listener: () => void): () => void;
  /** The same array until something changes. */
  items(): readonly UploadItem[];
  add(
    projectId: string,
    sources: readonly UploadSource[],
    options: { transcribe: UploadItem['transcribe'] },
  ): void;
  /** Continues a cut upload with the file that the user chose; returns why it can’t. */
  choose(id: string, source: UploadSource): string | undefined;
  /** Uploads although something speaks against it. */
  confirm(id: string): void;
  pause(id: string): void;
  resume(id: string): void;
  retry(id: string): void;
  /** Stops the upload and deletes its record. */
  cancel(id: string): void;
  /** Removes what has arrived or failed for good from the list. */
  clear(): void;
}

const parallel = 3;
const serverErrorsMax = 5;

export function createUploadQueue(deps: UploadQueueDeps): UploadQueue {
  const { server, storage, network } = deps;
  const sources = new Map<string, UploadSource>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  // After a reload only the names are known; the browser does not give the bytes again.
  let all: readonly UploadItem[] = storage
    .take()
    .map((item) =>
      item.state === 'cut' || (item.state === 'failed' && !item.retryable)
        ? item
        : { ...item, state: 'cut', problem: isUndecided(item) ? texts.undecided : undefined },
    );

  const find = (id: string) => all.find((item) => item.id === id);
  const publish = (items: readonly UploadItem[]) => {
    all = items;
    for (const listener of listeners) listener();
  };
  const change = (id: string, patch: Partial<UploadItem>): UploadItem | undefined => {
    const before = find(id);
    if (!before) return undefined;
    const after = { ...before, ...patch };
    publish(all.map((item) => (item.id === id ? after : item)));
    storage.save(after);
    return after;
  };
  const remove = (id: string) => {
    running.get(id)?.abort();
    running.delete(id);
    sources.delete(id);
    storage.remove(id);
    publish(all.filter((item) => item.id !== id));
  };

  /** Starts waiting uploads until three run. */
  function fill(): void {
    for (const item of all) {
      if (running.size >= parallel) return;
      const source = sources.get(item.id);
      if (item.state !== 'waiting' || running.has(item.id) || !source) continue;
      const controller = new AbortController();
      running.set(item.id, controller);
      void run(item.id, source, controller.signal).finally(() => {
        if (running.get(item.id) === controller) running.delete(item.id);
        fill();
      });
    }
  }

  async function run(id: string, source: UploadSource, signal: AbortSignal): Promise<void> {
    for (let failures = 0; ; ) {
      const before = find(id)?.sentBytes ?? 0;
      try {
        return await attempt(id, source, signal);
      } catch (error) {
        if (signal.aborted) return;
        if ((find(id)?.sentBytes ?? 0) > before) failures = 0;
        const failure = describeFailure(error);
        if (failure.kind === 'refused') return void change(id, { state: 'failed', ...failure.shown });
        if (failure.kind === 'server' && failures >= serverErrorsMax)
          return void change(id, { state: 'failed', ...failure.shown });
        if (failure.kind === 'network' && !(await isReadable(source))) {
          sources.delete(id);
          return void change(id, { state: 'cut', problem: texts.sourceIsGone });
        }
        if (signal.aborted) return;
        change(id, { state: 'offline', problem: failure.shown.problem });
        await network.wait(failures++, signal).catch(() => {});
        if (signal.aborted) return;
      }
    }
  }

  async function attempt(id: string, source: UploadSource, signal: AbortSignal): Promise<void> {
    let item = change(id, { state: 'sending', problem: undefined });
    if (!item) return;
    const fingerprint = await readFingerprint(source);
    signal.throwIfAborted();
    if (item.fingerprint && item.fingerprint !== fingerprint) {
      sources.delete(id);
      change(id, { state: 'cut', problem: texts.otherContent });
      return;
    }
    item = change(id, { fingerprint });
    if (!item) return;
    const same = item.fileId || item.confirmed ? undefined : await findSame(item, source);
    if (same) {
      signal.throwIfAborted();
      change(id, { state: 'asking', problem: describeSame(same) });
      return;
    }
    signal.throwIfAborted();
    let url: string;
    const known = item.fileId ? await server.find(item.fileId) : 'gone';
    if (known === 'complete') return arrived(id);
    if (known === 'gone') {
      const generation = item.fileId ? item.generation + 1 : item.generation;
      const created = await server.create({ ...item, generation });
      if (!find(id)) return void server.remove(created.fileId).catch(() => {});
      item = change(id, { fileId: created.fileId, generation, sentBytes: 0 }) as UploadItem;
      deps.onRecordChanged?.(item);
      url = created.url;
    } else url = known.url;
    await deps.send({
      url,
      source,
      signal,
      // The queue decides when to try again.
      retries: 1,
      chunkBytes: source.size > 64 * 1024 ** 2 ? 4 * 1024 ** 2 : 1024 ** 2,
      onProgress: ({ sentBytes }) => change(id, { sentBytes, state: 'sending' }),
    });
    arrived(id);
  }

  async function findSame(item: UploadItem, source: UploadSource): Promise<SameFile | undefined> {
    const listed = all.find((other) => hasSameContent(other, item));
    return listed ? { name: listed.name, by: 'content' } : server.findSame(item, source);
  }

  function arrived(id: string): void {
    sources.delete(id);
    const item = change(id, { state: 'sent', sentBytes: find(id)?.size ?? 0, problem: undefined });
    if (item) deps.onRecordChanged?.(item);
  }

  const start = (id: string, patch: Partial<UploadItem> = {}) => {
    change(id, { ...patch, state: sources.has(id) ? 'waiting' : 'cut', problem: undefined });
    fill();
  };
  /** How an interrupted upload continues with its file; it asks again what was not decided before. */
  const continueWith = (item: UploadItem, source: UploadSource): Partial<UploadItem> => {
    sources.set(item.id, source);
    const fault = item.confirmed || item.fileId ? undefined : checkFile(source);
    return fault
      ? { state: fault.final ? 'failed' : 'asking', problem: fault.message }
      : { state: 'waiting', problem: undefined };
  };
  const stop = (id: string) => {
    running.get(id)?.abort();
    running.delete(id);
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    items: () => all,
    add(projectId, files, { transcribe }) {
      const added = files.map((source) => {
        const item = newItem(deps.newId(), projectId, source, transcribe);
        const cut = all.find((other) => other.state === 'cut' && isSame(other, item));
        if (cut) return { ...cut, ...continueWith(cut, source) };
        if (item.state === 'failed') return item;
        sources.set(item.id, source);
        return all.some((other) => other.state !== 'failed' && isSame(other, item))
          ? {
              ...item,
              state: 'asking' as const,
              problem: texts.alreadyInTheList,
            }
          : item;
      });
      for (const item of added) storage.save(item);
      const continued = new Map(added.map((item) => [item.id, item]));
      const kept = all.map((item) => continued.get(item.id) ?? item);
      publish([...kept, ...added.filter((item) => !find(item.id))]);
      fill();
    },
    choose(id, source) {
      const item = find(id);
      const difference = item && findDifference(item, source);
      if (!item || difference) return difference;
      change(id, continueWith(item, source));
      fill();
      return undefined;
    },
    confirm: (id) => start(id, { confirmed: true }),
    pause(id) {
      stop(id);
      change(id, { state: 'paused', problem: undefined });
      fill();
    },
    resume: (id) => start(id),
    retry: (id) => start(id),
    cancel(id) {
      const item = find(id);
      remove(id);
      if (item?.fileId && item.state !== 'sent')
        void server
          .remove(item.fileId)
          .catch(() => {})
          .then(() => deps.onRecordChanged?.(item));
      fill();
    },
    clear() {
      for (const { id, state, retryable } of all)
        if (state === 'sent' || (state === 'failed' && !retryable)) remove(id);
    },
  };
}

/** The browser reads the bytes from the disk as they are sent; a file that has changed since can’t be read. */
const isReadable = (source: UploadSource): Promise<boolean> =>
  source
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const isSame = (a: UploadItem, b: UploadItem) =>
  a.projectId === b.projectId && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

function newItem(
  id: string,
  projectId: string,
  source: UploadSource,
  transcribe: UploadItem['transcribe'],
): UploadItem {
  const fault = checkFile(source);
  return {
    id,
    projectId,
    name: cleanName(source.name),
    size: source.size,
    lastModified: source.lastModified,
    contentType: source.type || 'application/octet-stream',
    // Nobody speaks in a document.
    transcribe: isRecording(source) ? transcribe : transcribe !== false,
    state: fault ? (fault.final ? 'failed' : 'asking') : 'waiting',
    sentBytes: 0,
    generation: 1,
    problem: fault?.message,
    retryable: !fault?.final,
    confirmed: false,
  };
}

/** Bytes of all uploads that run or wait, for one number over the list. */
export function totalProgress(items: readonly UploadItem[]): { sentBytes: number; totalBytes: number } {
  const counted = items.filter((item) => isRunning(item) || item.state === 'paused' || item.state === 'sent');
  return {
    sentBytes: counted.reduce((sum, item) => sum + item.sentBytes, 0),
    totalBytes: counted.reduce((sum, item) => sum + item.size, 0),
  };
}
