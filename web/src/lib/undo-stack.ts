import { isUnreachable } from './errors.ts';

/** An action that was done, and what messages say about it. */
export interface UndoableAction {
  /** Shown with "Undo" when the action is done. Omitted if the page shows it well enough. */
  done?: string;
  /** Says what undoing did: "Tag “Trust” removed." */
  undone: string;
  redone: string;
  undo(): Promise<unknown>;
  redo(): Promise<unknown>;
}

/** The record is no longer as the action left it, so undoing would overwrite what somebody did since. */
export class ChangedSince extends Error {
  override readonly name = 'ChangedSince';
}

type Direction = 'undo' | 'redo';

interface Entry {
  /** Resolves with undefined if the action failed: then there is nothing to undo. */
  work: Promise<UndoableAction | undefined>;
  isUndone: boolean;
}

export interface UndoReports {
  /** `text` says what happened; `reverse` takes that back again. */
  onDone(text: string, direction: Direction, reverse: () => void): void;
  onNothing(direction: Direction): void;
  onFailed(direction: Direction, error: unknown): void;
}

/** The actions of one page since it was opened. Undoing and redoing run one after the other. */
export function createUndoStack(reports: UndoReports) {
  let done: Entry[] = [];
  let undone: Entry[] = [];
  let last: Promise<void> = Promise.resolve();

  const without = (entries: Entry[], entry: Entry) => entries.filter((other) => other !== entry);
  const remove = (entry: Entry) => {
    done = without(done, entry);
    undone = without(undone, entry);
  };

  async function step(direction: Direction, named?: Entry): Promise<void> {
    const entry = named ?? (direction === 'undo' ? done : undone).at(-1);
    if (!entry) return reports.onNothing(direction);
    // An action that is still being saved is undone after that.
    const action = await entry.work;
    if (!action || entry.isUndone === (direction === 'undo')) return;
    try {
      await action[direction]();
    } catch (error) {
      // Without a connection, the user can try again.
      if (error instanceof ChangedSince || !isUnreachable(error)) remove(entry);
      return reports.onFailed(direction, error);
    }
    entry.isUndone = direction === 'undo';
    // After the page was left, the button of a message still works, but the next page must not list the action.
    const isListed = done.includes(entry) || undone.includes(entry);
    remove(entry);
    if (isListed) (direction === 'undo' ? undone : done).push(entry);
    const reverse = direction === 'undo' ? 'redo' : 'undo';
    reports.onDone(
      direction === 'undo' ? action.undone : action.redone,
      direction,
      () => void run(reverse, entry),
    );
  }

  function run(direction: Direction, entry?: Entry): Promise<void> {
    last = last.then(() => step(direction, entry));
    return last;
  }

  return {
    /** Call it when the action starts, so that it is the last one also while it is being saved. */
    add(work: Promise<UndoableAction | undefined>): { undo(): void } {
      const entry: Entry = { work: work.catch(() => undefined), isUndone: false };
      done.push(entry);
      undone = [];
      const undo = () => void run('undo', entry);
      void entry.work.then((action) => {
        if (!action) remove(entry);
        else if (action.done !== undefined) reports.onDone(action.done, 'redo', undo);
      });
      return { undo };
    },
    undo: () => run('undo'),
    redo: () => run('redo'),
    clear() {
      done = [];
      undone = [];
    },
  };
}

/** A record that was deleted and created again has a new id. */
export function createIdAliases() {
  const newIds = new Map<string, string>();
  const current = (id: string): string => {
    const next = newIds.get(id);
    return next === undefined ? id : current(next);
  };
  return {
    current,
    replace(id: string, newId: string) {
      if (current(id) !== newId) newIds.set(current(id), newId);
    },
  };
}

export type IdAliases = ReturnType<typeof createIdAliases>;

/** Undoes and redoes the creation of a record. Swapped, they undo and redo its deletion. */
export function creation(
  ids: IdAliases,
  id: string,
  { create, remove }: { create(): Promise<{ id: string }>; remove(id: string): Promise<unknown> },
): Pick<UndoableAction, 'undo' | 'redo'> {
  return {
    undo: () => remove(ids.current(id)),
    redo: async () => ids.replace(id, (await create()).id),
  };
}

export function deletion(...args: Parameters<typeof creation>): Pick<UndoableAction, 'undo' | 'redo'> {
  const { undo, redo } = creation(...args);
  return { undo: redo, redo: undo };
}
