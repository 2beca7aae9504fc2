import { ParleyError, type SendUploadOptions } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import type { UploadItem, UploadSource } from './item.ts';
import { createUploadQueue, type OpenUpload, totalProgress } from './queue.ts';
import { createUploadStorage } from './storage.ts';

class MemoryStorage implements Storage {
  [name: string]: unknown;
  private readonly values = new Map<string, string>();
  get length() {
    return this.values.size;
  }
  key = (index: number) => [...this.values.keys()][index] ?? null;
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
  clear = () => this.values.clear();
}

const file = (name: string, text = name, lastModified = 1) => new File([text], name, { lastModified });

/** A transfer that the test ends. */
interface Transfer {
  options: SendUploadOptions;
  finish(): void;
  fail(error: unknown): void;
}

function setUp(tab = { local: new MemoryStorage(), session: new MemoryStorage() }) {
  const transfers: Transfer[] = [];
  const created: UploadItem[] = [];
  const removed: string[] = [];
  const present = new Set<string>();
  const open = new Map<string, OpenUpload>();
  let online: () => void = () => {};
  let creation: Promise<void> | undefined;
  let count = 0;
  const queue = createUploadQueue({
    storage: createUploadStorage({ ...tab, userId: 'usr_1' }),
    newId: () => `upload-${created.length}-${count++}`,
    network: {
      wait: () =>
        new Promise((resolve) => {
          online = resolve;
        }),
    },
    send: (options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        transfers.push({ options, finish: resolve, fail: reject });
      }),
    server: {
      async create(item) {
        created.push(item);
        if (creation) await creation;
        const fileId = `fil_${created.length}`;
        return { fileId, url: `/uploads/${fileId}` };
      },
      find: async (fileId) => open.get(fileId) ?? { url: `/uploads/${fileId}` },
      remove: async (fileId) => void removed.push(fileId),
      findSame: async ({ name }) => (present.has(name) ? { name, by: 'name' } : undefined),
    },
  });
  const states = () => queue.items().map(({ state }) => state);
  const add = (...sources: UploadSource[]) => queue.add('prj_1', sources, { transcribe: true });
  const idOf = (name: string) => queue.items().find((item) => item.name === name)?.id as string;
  return {
    queue,
    transfers,
    created,
    removed,
    present,
    open,
    states,
    add,
    idOf,
    tab,
    goOnline: () => online(),
    /** The server creates records only after the returned function is called. */
    createdLate() {
      let release = () => {};
      creation = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}

/** Lets everything run that does not wait for the test. */
const settle = async () => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('the upload queue', () => {
  it('sends three files at a time and starts the next when one has arrived', async () => {
    const { add, states, transfers, queue } = setUp();
    add(file('1.mp4'), file('2.mp4'), file('3.mp4'), file('4.mp4'));
    await settle();
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    transfers[0]?.finish();
    await settle();
    expect(states()).toEqual(['sent', 'sending', 'sending', 'sending']);
    expect(totalProgress(queue.items())).toEqual({ sentBytes: 5, totalBytes: 20 });
  });

  it('shows the confirmed bytes', async () => {
    const { add, queue, transfers } = setUp();
    add(file('1.mp4'));
    await settle();
    transfers[0]?.options.onProgress?.({ sentBytes: 3, totalBytes: 5 });
    expect(queue.items()[0]).toMatchObject({ sentBytes: 3, fileId: 'fil_1' });
  });

  it('pauses, gives the place to the next, and continues the same record', async () => {
    const { add, queue, states, transfers, created, idOf } = setUp();
    add(file('1.mp4'), file('2.mp4'), file('3.mp4'), file('4.mp4'));
    await settle();
    queue.pause(idOf('1.mp4'));
    await settle();
    expect(states()).toEqual(['paused', 'sending', 'sending', 'sending']);
    transfers[1]?.finish();
    await settle();
    queue.resume(idOf('1.mp4'));
    await settle();
    expect(states()[0]).toBe('sending');
    expect(transfers.at(-1)?.options.url).toBe('/uploads/fil_1');
    expect(created).toHaveLength(4);
  });

  it('waits for the connection and continues by itself', async () => {
    const { add, states, transfers, created, goOnline, queue } = setUp();
    add(file('1.mp4'));
    await settle();
    transfers[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(states()).toEqual(['offline']);
    expect(queue.items()[0]?.problem).toMatch(/Waiting for the connection/);
    goOnline();
    await settle();
    expect(states()).toEqual(['sending']);
    expect(created).toHaveLength(1);
  });

  it('asks for a file that can no longer be read', async () => {
    const { add, queue, transfers } = setUp();
    const gone = Object.assign(file('1.mp4'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
    });
    add(gone as unknown as UploadSource);
    await settle();
    transfers[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(queue.items()[0]).toMatchObject({
      state: 'cut',
      problem: 'The file was moved, changed or deleted.',
    });
  });

  it('gives the reason of a refusal and tries again on request', async () => {
    const { add, queue, states, transfers, idOf } = setUp();
    add(file('1.mp4'));
    await settle();
    transfers[0]?.fail(new ParleyError('quota_exceeded', 'No storage is left.', 402, [], null));
    await settle();
    expect(queue.items()[0]).toMatchObject({
      state: 'failed',
      problem: 'No storage is left. Delete files you no longer need, then retry.',
    });
    queue.retry(idOf('1.mp4'));
    await settle();
    expect(states()).toEqual(['sending']);
  });

  it('gives up after repeated errors of the server', async () => {
    const { add, states, transfers, goOnline } = setUp();
    add(file('1.mp4'));
    for (let i = 0; i < 6; i++) {
      await settle();
      transfers.at(-1)?.fail(new ParleyError('internal', 'Broken.', 500, [], null));
      await settle();
      if (i < 5) goOnline();
    }
    expect(states()).toEqual(['failed']);
  });

  it('creates the record again when the server has removed it', async () => {
    const { add, queue, open, created, idOf } = setUp();
    add(file('1.mp4'));
    await settle();
    queue.pause(idOf('1.mp4'));
    open.set('fil_1', 'gone');
    queue.resume(idOf('1.mp4'));
    await settle();
    expect(created.map(({ generation }) => generation)).toEqual([1, 2]);
    expect(queue.items()[0]?.fileId).toBe('fil_2');
  });

  it('deletes the record of a canceled upload', async () => {
    const { add, queue, removed, transfers, idOf } = setUp();
    add(file('1.mp4'));
    await settle();
    queue.cancel(idOf('1.mp4'));
    await settle();
    expect(removed).toEqual(['fil_1']);
    expect(queue.items()).toEqual([]);
    expect(transfers[0]?.options.signal?.aborted).toBe(true);
  });

  it('deletes the record of an upload that was canceled while the server created it', async () => {
    const { add, queue, transfers, removed, idOf, createdLate } = setUp();
    const release = createdLate();
    add(file('1.mp4'));
    await settle();
    queue.cancel(idOf('1.mp4'));
    release();
    await settle();
    expect(removed).toEqual(['fil_1']);
    expect(transfers).toEqual([]);
    expect(queue.items()).toEqual([]);
  });

  it('refuses an empty file and asks about an unknown type and about a file that is already there', async () => {
    const { add, queue, states, present, created, idOf } = setUp();
    present.add('there.mp4');
    add(file('empty.mp4', ''), file('program.exe'), file('there.mp4'));
    await settle();
    expect(states()).toEqual(['failed', 'asking', 'asking']);
    expect(queue.items()[0]?.problem).toMatch(/0 bytes/);
    expect(created).toEqual([]);
    queue.confirm(idOf('there.mp4'));
    queue.confirm(idOf('program.exe'));
    await settle();
    expect(states()).toEqual(['failed', 'sending', 'sending']);
  });

  it('asks about another file of the list with the same content', async () => {
    const { add, queue, states, idOf } = setUp();
    add(file('interview.mp4', 'the same'));
    add(file('copy.mp4', 'the same'), file('other.mp4', 'the name'));
    await settle();
    expect(states()).toEqual(['sending', 'asking', 'sending']);
    expect(queue.items()[1]?.problem).toBe('Same content as “interview.mp4”. Upload it anyway?');
    queue.confirm(idOf('copy.mp4'));
    await settle();
    expect(states()).toEqual(['sending', 'sending', 'sending']);
  });

  it('asks about a file that is already in the list', async () => {
    const { add, states } = setUp();
    add(file('1.mp4'));
    add(file('1.mp4'));
    await settle();
    expect(states()).toEqual(['sending', 'asking']);
  });

  it('the upload queue after a reload asks for the same file and continues its record', async () => {
    const before = setUp();
    before.add(file('1.mp4'), file('2.mp4'));
    await settle();
    before.transfers[1]?.finish();
    await settle();

    const after = setUp(before.tab);
    expect(after.queue.items()).toMatchObject([{ name: '1.mp4', state: 'cut', fileId: 'fil_1' }]);
    const { id } = after.queue.items()[0] as UploadItem;
    expect(after.queue.choose(id, file('2.mp4'))).toMatch(/another file/);
    expect(after.queue.choose(id, file('1.mp4', 'other words'))).toMatch(/11 bytes/);
    expect(after.queue.choose(id, file('1.mp4', '1.mp4', 2))).toMatch(/changed after/);
    expect(after.states()).toEqual(['cut']);
    expect(after.queue.choose(id, file('1.mp4'))).toBeUndefined();
    await settle();
    expect(after.created).toEqual([]);
    expect(after.transfers[0]?.options.url).toBe('/uploads/fil_1');
  });

  it('the upload queue after a reload refuses another content with the same name, size and date', async () => {
    const before = setUp();
    before.add(file('1.mp4', 'first'));
    await settle();
    const after = setUp(before.tab);
    const { id } = after.queue.items()[0] as UploadItem;
    for (const give of [
      () => after.queue.choose(id, file('1.mp4', 'other')),
      () => after.add(file('1.mp4', 'other')),
    ]) {
      give();
      await settle();
      expect(after.queue.items()).toMatchObject([
        { state: 'cut', problem: 'This file has other content than the one that was interrupted.' },
      ]);
    }
    expect(after.transfers).toEqual([]);
    after.queue.choose(id, file('1.mp4', 'first'));
    await settle();
    expect(after.transfers[0]?.options.url).toBe('/uploads/fil_1');
  });

  it('the upload queue after a reload lists a file that waited for a decision, and asks again when it is chosen', async () => {
    const before = setUp();
    before.present.add('there.mp4');
    before.add(file('there.mp4'), file('program.exe'));
    await settle();
    expect(before.states()).toEqual(['asking', 'asking']);

    setUp(before.tab);
    const after = setUp(before.tab);
    after.present.add('there.mp4');
    expect(after.queue.items()).toMatchObject([
      { name: 'there.mp4', state: 'cut', problem: 'Not uploaded: it waited for your decision.' },
      { name: 'program.exe', state: 'cut', problem: 'Not uploaded: it waited for your decision.' },
    ]);
    after.queue.choose(after.idOf('there.mp4'), file('there.mp4'));
    after.add(file('program.exe'));
    await settle();
    expect(after.states()).toEqual(['asking', 'asking']);
    expect(after.created).toEqual([]);
    after.queue.confirm(after.idOf('program.exe'));
    await settle();
    expect(after.states()).toEqual(['asking', 'sending']);
  });

  it('continues a cut upload when the same file is added again', async () => {
    const before = setUp();
    before.add(file('1.mp4'));
    await settle();
    const after = setUp(before.tab);
    after.add(file('1.mp4'));
    await settle();
    expect(after.queue.items()).toHaveLength(1);
    expect(after.created).toEqual([]);
    expect(after.states()).toEqual(['sending']);
  });

  it('recognizes that everything arrived before the page was reloaded', async () => {
    const before = setUp();
    before.add(file('1.mp4'));
    await settle();
    const after = setUp(before.tab);
    after.open.set('fil_1', 'complete');
    after.add(file('1.mp4'));
    await settle();
    expect(after.states()).toEqual(['sent']);
    expect(setUp(before.tab).queue.items()).toEqual([]);
  });
});

describe('the stored uploads', () => {
  const local = new MemoryStorage();
  const at = (time: number, session = new MemoryStorage()) =>
    createUploadStorage({ local, session, userId: 'usr_1', now: () => time });
  const item = { id: 'u1', name: '1.mp4', state: 'sending' } as UploadItem;

  it('belong to one tab while it is open', () => {
    const owner = at(1_000);
    owner.save(item);
    expect(at(2_000).take()).toEqual([]);
    owner.keep([item]);
    owner.release([item]);
    expect(at(100_000).take()).toEqual([item]);
    expect(at(100_001).take()).toEqual([]);
    expect(at(300_000).take()).toEqual([item]);
  });

  it('does not restore uploads of another person, and forgets stored uploads after two days', () => {
    expect(
      createUploadStorage({ local, session: new MemoryStorage(), userId: 'usr_2', now: () => 9e8 }).take(),
    ).toEqual([]);
    expect(at(300_000 + 49 * 3_600_000).take()).toEqual([]);
    expect(local.length).toBe(0);
  });
});
