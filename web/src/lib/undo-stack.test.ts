import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import {
  ChangedSince,
  createIdAliases,
  createUndoStack,
  creation,
  type UndoableAction,
} from './undo-stack.ts';

let log: string[];
let reported: { text: string; reverse(): void }[];
let stack: ReturnType<typeof createUndoStack>;

beforeEach(() => {
  log = [];
  reported = [];
  stack = createUndoStack({
    onDone: (text, _direction, reverse) => reported.push({ text, reverse }),
    onNothing: (direction) => log.push(`nothing to ${direction}`),
    onFailed: (direction, error) => log.push(`not ${direction}: ${(error as Error).message}`),
  });
});

const action = (name: string, change: Partial<UndoableAction> = {}): UndoableAction => ({
  undone: `${name} undone`,
  redone: `${name} redone`,
  undo: async () => log.push(`undo ${name}`),
  redo: async () => log.push(`redo ${name}`),
  ...change,
});
const add = (name: string, change?: Partial<UndoableAction>) =>
  stack.add(Promise.resolve(action(name, change)));

describe('the undo of a page', () => {
  it('undoes the last action first, whatever its kind, redoes in the other order, and names each', async () => {
    add('tag');
    add('edit');
    await stack.undo();
    await stack.undo();
    await stack.undo();
    await stack.redo();
    await stack.redo();
    await stack.redo();
    expect(log).toEqual([
      'undo edit',
      'undo tag',
      'nothing to undo',
      'redo tag',
      'redo edit',
      'nothing to redo',
    ]);
    expect(reported.map(({ text }) => text)).toEqual([
      'edit undone',
      'tag undone',
      'tag redone',
      'edit redone',
    ]);
  });

  it('redoes nothing after a new action', async () => {
    add('tag');
    await stack.undo();
    add('clip');
    await stack.redo();
    expect(log).toEqual(['undo tag', 'nothing to redo']);
  });

  it('waits for an action that is still being saved instead of undoing the one before', async () => {
    let save: (saved: UndoableAction) => void = () => {};
    add('tag');
    stack.add(
      new Promise((resolve) => {
        save = resolve;
      }),
    );
    const undone = stack.undo();
    save(action('edit'));
    await undone;
    expect(log).toEqual(['undo edit']);
  });

  it('does nothing if the last action failed, and then undoes the one before', async () => {
    add('tag');
    stack.add(Promise.reject(new Error('refused')));
    await stack.undo();
    expect(log).toEqual([]);
    await stack.undo();
    expect(log).toEqual(['undo tag']);
  });

  it('forgets everything when the page is left, but the button of a message still works', async () => {
    const { undo } = add('tag', { done: 'Tagged' });
    await Promise.resolve();
    stack.clear();
    await stack.undo();
    expect(log).toEqual(['nothing to undo']);
    undo();
    await expect.poll(() => log).toEqual(['nothing to undo', 'undo tag']);
    await stack.redo();
    expect(log.at(-1)).toBe('nothing to redo');
  });

  it('undoes an action once, even if its button is pressed twice', async () => {
    const { undo } = add('tag');
    undo();
    undo();
    await stack.undo();
    expect(log).toEqual(['undo tag', 'nothing to undo']);
  });

  it('keeps an action that could not be undone without a connection, and drops one that was changed since', async () => {
    let isOnline = false;
    add('note', {
      undo: async () => {
        if (!isOnline) throw new TypeError('Failed to fetch');
        log.push('undo note');
      },
    });
    await stack.undo();
    isOnline = true;
    await stack.undo();
    add('card', {
      undo: async () => {
        throw new ChangedSince('changed since');
      },
    });
    add('edit', {
      undo: async () => {
        throw new ApiError(new Response(null, { status: 422 }), undefined);
      },
    });
    await stack.undo();
    await stack.undo();
    await stack.undo();
    expect(log).toEqual([
      'not undo: Failed to fetch',
      'undo note',
      'not undo: The server responded with status 422.',
      'not undo: changed since',
      'nothing to undo',
    ]);
  });
});

it('deletes a record that was created again by its new id', async () => {
  const ids = createIdAliases();
  const removed: string[] = [];
  let count = 1;
  const steps = creation(ids, 'clip_1', {
    create: async () => ({ id: `clip_${++count}` }),
    remove: async (id) => removed.push(id),
  });
  for (let n = 0; n < 3; n++) {
    await steps.undo();
    await steps.redo();
  }
  expect(removed).toEqual(['clip_1', 'clip_2', 'clip_3']);
  expect(ids.current('clip_1')).toBe('clip_4');
});
