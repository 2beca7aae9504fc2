import { beforeEach, expect, test, vi } from 'vitest';
import type { ReportText } from '../../../data/report-document.ts';
import type { ReportDraft, VersionedText } from './draft-storage.ts';
import { createReportSync, type SyncState } from './report-sync.ts';

class Conflict extends Error {}

/** A server with one report, and the browser of one person. */
function setUp(body = 'First\n\nSecond') {
  let stored: VersionedText = { title: 'T', summary: '', body_markdown: body, version: 1 };
  let isOnline = true;
  const write = (change: Partial<ReportText>) => {
    stored = { ...stored, ...change, version: stored.version + 1 };
    return stored;
  };
  const open = () => {
    let text: ReportText = stored;
    let draft: ReportDraft | undefined;
    let state: SyncState | undefined;
    const sync = createReportSync(stored, {
      screen: {
        read: () => ({ title: text.title, summary: text.summary, body_markdown: text.body_markdown }),
        show: ({ blocks, ...rest }) => {
          text = { ...rest, body_markdown: blocks.join('\n\n') };
        },
        divide: (markdown) => (markdown === '' ? [] : markdown.split('\n\n')),
      },
      async save(change, version) {
        if (!isOnline) throw new TypeError('Failed to fetch');
        if (version !== stored.version) throw new Conflict();
        return write(change);
      },
      load: async () => stored,
      store(next) {
        draft = next;
        return true;
      },
      isConflict: (error) => error instanceof Conflict,
      isUnreachable: (error) => error instanceof TypeError,
      onState(next) {
        state = next;
      },
    });
    return {
      sync,
      type(body_markdown: string) {
        text = { ...text, body_markdown };
        sync.edited();
      },
      body: () => text.body_markdown,
      state: () => state,
      draft: () => draft,
    };
  };
  const setOnline = (online: boolean) => {
    isOnline = online;
  };
  return { open, write, stored: () => stored, setOnline };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

test('saves after a pause and says the version', async () => {
  const { open, stored } = setUp();
  const ada = open();
  ada.type('First!\n\nSecond');
  expect(ada.state()).toEqual({ kind: 'unsaved' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored()).toMatchObject({ body_markdown: 'First!\n\nSecond', version: 2 });
  expect(ada.state()).toEqual({ kind: 'saved', version: 2, by: null });
  expect(ada.draft()).toBeUndefined();
});

test('puts the changes of two people together, and both see all of them', async () => {
  const { open, stored } = setUp();
  const [ada, mina] = [open(), open()];
  ada.type('First by Ada\n\nSecond');
  mina.type('First\n\nSecond\n\nThird by Mina');
  await vi.advanceTimersByTimeAsync(5_000);
  ada.sync.received(stored(), 'Mina');
  const both = 'First by Ada\n\nSecond\n\nThird by Mina';
  expect(stored().body_markdown).toBe(both);
  expect([ada.body(), mina.body()]).toEqual([both, both]);
  expect(ada.state()).toEqual({ kind: 'saved', version: 3, by: 'Mina' });
});

test('asks if two people changed the same block, and saves nothing until then', async () => {
  const { open, stored, write } = setUp();
  const ada = open();
  ada.type('First by Ada\n\nSecond');
  write({ body_markdown: 'First by Mina\n\nSecond' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ada.state()).toEqual({
    kind: 'conflict',
    conflicts: [{ mine: ['First by Ada'], theirs: ['First by Mina'] }],
  });
  expect(ada.body()).toContain('First by Ada');
  expect(ada.draft()?.text.body_markdown).toContain('First by Ada');
  expect(stored().version).toBe(2);
  ada.sync.resolve('both');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored().body_markdown).toBe('First by Mina\n\nFirst by Ada\n\nSecond');
});

test('keeps what is typed offline on this device, and sends it when the server responds again', async () => {
  const { open, stored, setOnline, write } = setUp();
  const ada = open();
  setOnline(false);
  ada.type('First offline\n\nSecond');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ada.state()).toEqual({ kind: 'offline', stored: true });
  expect(ada.draft()?.text.body_markdown).toBe('First offline\n\nSecond');
  write({ body_markdown: 'First\n\nSecond\n\nMeanwhile' });
  setOnline(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stored().body_markdown).toBe('First offline\n\nSecond\n\nMeanwhile');
});

test('restores a text of this device after a reload, with what was saved meanwhile', async () => {
  const { open, stored, write } = setUp();
  const base = stored();
  write({ body_markdown: 'First\n\nSecond\n\nMeanwhile' });
  const ada = open();
  ada.sync.restore({ text: { ...base, body_markdown: 'First kept\n\nSecond' }, base }, stored());
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stored().body_markdown).toBe('First kept\n\nSecond\n\nMeanwhile');
});

test('keeps what is typed while a save is in flight', async () => {
  const { open, stored } = setUp();
  const ada = open();
  ada.type('First one\n\nSecond');
  const saving = ada.sync.save();
  ada.type('First one two\n\nSecond');
  await saving;
  expect(ada.body()).toBe('First one two\n\nSecond');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stored().body_markdown).toBe('First one two\n\nSecond');
});
