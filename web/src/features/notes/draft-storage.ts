/** Text of a note that is not saved yet. It survives a reload, a closed tab and an ended sign-in. */
export interface StoredDraft {
  title: string;
  body: string;
  /** The version of the note that the text is based on; 0 for a new note. */
  version: number;
}

const keyOf = (projectId: string, noteId: string) => `parley.note.${projectId}.${noteId}`;

export function readDraft(projectId: string, noteId: string): StoredDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(projectId, noteId)) ?? 'null') as StoredDraft | null;
    return draft && typeof draft.body === 'string' && typeof draft.version === 'number' ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(projectId: string, noteId: string, draft: StoredDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(keyOf(projectId, noteId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(projectId, noteId));
  } catch {
    // The storage is full or forbidden. The text is still on the screen and is saved in a moment.
  }
}
