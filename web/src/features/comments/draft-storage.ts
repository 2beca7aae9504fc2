/** A comment that is not sent yet. It survives a closed panel, a reload and an ended sign-in. */
export interface CommentDraft {
  text: string;
  /** The members who were chosen from the list of mentions. */
  chosen: string[];
}

export const emptyDraft: CommentDraft = { text: '', chosen: [] };

const keyOf = (place: string) => `parley.comment.${place}`;

export function readDraft(place: string): CommentDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as CommentDraft | null;
    return draft && typeof draft.text === 'string' && Array.isArray(draft.chosen) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(place: string, draft: CommentDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(keyOf(place), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(place));
  } catch {
    // The storage is full or forbidden. The text is still on the screen.
  }
}
