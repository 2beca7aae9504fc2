import { useSyncExternalStore } from 'react';

/** Text that a user typed and that is not saved yet. It survives a reload of the tab. */
export interface Draft {
  segmentId: string;
  text: string;
  /** The version and text that the user began with. */
  version: number;
  original: string;
}

type DraftChange = 'saved' | 'removed';
const listeners = new Set<(change: DraftChange) => void>();
const notify = (change: DraftChange) => {
  for (const listener of listeners) listener(change);
};

const keyOf = (fileId: string, segmentId = '') => `transcript-draft ${fileId} ${segmentId}`;

export function saveDraft(fileId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(fileId, draft.segmentId), JSON.stringify(draft));
  } catch {
    // The storage is full or not allowed. The text is still in the editor.
  }
  notify('saved');
}

export function removeDraft(fileId: string, segmentId: string): void {
  try {
    sessionStorage.removeItem(keyOf(fileId, segmentId));
  } catch {
    // See above.
  }
  notify('removed');
}

export function readDrafts(fileId: string): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  try {
    for (let n = 0; n < sessionStorage.length; n++) {
      const key = sessionStorage.key(n) ?? '';
      if (!key.startsWith(keyOf(fileId))) continue;
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '') as Draft;
      if (draft.text !== draft.original) drafts.set(draft.segmentId, draft);
    }
  } catch {
    // Without storage there are no drafts.
  }
  return drafts;
}

/** Returns the function that ends the subscription. */
export function onDraftChange(listener: (change: DraftChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a text of this transcript is typed and not saved yet. */
export const useHasDrafts = (fileId: string): boolean =>
  useSyncExternalStore(onDraftChange, () => readDrafts(fileId).size > 0);
