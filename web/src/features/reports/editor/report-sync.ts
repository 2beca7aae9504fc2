import type { QuotedSegments, ReportText } from '../../../data/report-document.ts';
import type { MergeConflict, Preference } from './document/merge.ts';
import type { ReportDraft, VersionedText } from './draft-storage.ts';
import { type BlockText, mergeTexts } from './merge-texts.ts';

/** The pause after typing that saves. */
const saveAfterMs = 800;
const storeAfterMs = 200;
/** Without a network the server is asked again after this time. */
const retryMs = 5_000;

export type SyncState =
  | { kind: 'saved'; version: number; by: string | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** `stored`: the text is on this device. */
  | { kind: 'offline'; stored: boolean }
  | { kind: 'failed'; error: unknown }
  | { kind: 'conflict'; conflicts: MergeConflict[] };

/** The text on the screen. */
export interface Screen {
  read(): ReportText;
  /** Shows another text, without touching the blocks that are the same. */
  show(text: BlockText): void;
  /** The blocks of any Markdown. */
  divide(markdown: string): string[];
}

export interface SyncOptions {
  screen: Screen;
  save(change: Partial<ReportText>, version: number, quoted: QuotedSegments[]): Promise<VersionedText>;
  load(): Promise<VersionedText>;
  store(draft: ReportDraft | undefined): boolean;
  isConflict(error: unknown): boolean;
  isUnreachable(error: unknown): boolean;
  onState(state: SyncState): void;
  onSaved?(text: VersionedText): void;
}

const fields = ['title', 'summary', 'body_markdown'] as const;
const isSame = (a: ReportText, b: ReportText) => fields.every((field) => a[field] === b[field]);

/** Keeps the text on the screen and the one on the server the same. Neither this person's nor another person's words are lost. */
export function createReportSync(initial: VersionedText, options: SyncOptions) {
  const { screen, store } = options;
  let base = initial;
  let state: SyncState = { kind: 'saved', version: initial.version, by: null };
  let quoted: QuotedSegments[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storing: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let theirs: VersionedText | undefined;

  const setState = (next: SyncState) => {
    state = next;
    options.onState(next);
  };
  const blockText = ({ title, summary, body_markdown }: ReportText): BlockText => ({
    title,
    summary,
    blocks: screen.divide(body_markdown),
  });

  function storeNow(): boolean {
    clearTimeout(storing);
    storing = undefined;
    const text = screen.read();
    return store(isSame(text, base) ? undefined : { text, base });
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  }

  /** Takes over a newer text of the server. Returns false if a person has to decide. */
  function adopt(newer: VersionedText, by: string | null, preference?: Preference): boolean {
    const mine = screen.read();
    if (isSame(mine, base)) {
      if (!isSame(mine, newer)) screen.show(blockText(newer));
    } else {
      const merged = mergeTexts(blockText(base), blockText(mine), blockText(newer), preference ?? 'mine');
      if (merged.conflicts.length > 0 && !preference) {
        theirs = newer;
        setState({ kind: 'conflict', conflicts: merged.conflicts });
        return false;
      }
      screen.show(merged.text);
    }
    base = newer;
    theirs = undefined;
    storeNow();
    if (isSame(screen.read(), base)) setState({ kind: 'saved', version: base.version, by });
    else {
      setState({ kind: 'unsaved' });
      schedule(saveAfterMs);
    }
    return true;
  }

  async function saveOnce(): Promise<void> {
    const sent = screen.read();
    if (isSame(sent, base)) return setState({ kind: 'saved', version: base.version, by: null });
    setState({ kind: 'saving' });
    const change = Object.fromEntries(
      fields.filter((field) => sent[field] !== base[field]).map((field) => [field, sent[field]]),
    );
    const named = quoted;
    try {
      const saved = await options.save(change, base.version, named);
      quoted = quoted.filter((one) => !named.includes(one));
      // The text that was sent is what the changes since then are based on.
      base = { ...sent, version: saved.version };
      options.onSaved?.(saved);
      adopt(saved, null);
    } catch (error) {
      if (options.isConflict(error)) {
        const newer = await options.load();
        if (adopt(newer, null) && state.kind === 'unsaved') schedule(0);
      } else throw error;
    }
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    if (state.kind === 'conflict') return Promise.resolve();
    running ??= saveOnce()
      .catch((error: unknown) => {
        const stored = storeNow();
        if (options.isUnreachable(error)) {
          setState({ kind: 'offline', stored });
          schedule(retryMs);
        } else setState({ kind: 'failed', error });
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    /** The person changed the text. */
    edited(named?: QuotedSegments): void {
      if (named) quoted = [...quoted, named];
      storing ??= setTimeout(storeNow, storeAfterMs);
      if (state.kind === 'conflict') return;
      if (state.kind === 'saved' || state.kind === 'failed') setState({ kind: 'unsaved' });
      if (state.kind === 'unsaved') schedule(saveAfterMs);
    },
    save,
    /** Another browser saved. */
    received(newer: VersionedText, by: string | null): void {
      if (running || state.kind === 'conflict' || newer.version <= base.version) return;
      adopt(newer, by);
    },
    /** Starts from a text of this device that was not saved. */
    restore(draft: ReportDraft, newer: VersionedText): void {
      base = draft.base;
      screen.show(blockText(draft.text));
      adopt(newer, null);
    },
    /** Ends a conflict. */
    resolve(preference: Preference): void {
      if (!theirs) return;
      if (adopt(theirs, null, preference)) void save();
    },
    /** The page is left: what is not saved remains on this device, and is sent. */
    leave(): void {
      clearTimeout(timer);
      storeNow();
      if (state.kind === 'unsaved') void save();
    },
  };
}

export type ReportSync = ReturnType<typeof createReportSync>;
