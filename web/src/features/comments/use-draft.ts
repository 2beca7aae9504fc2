import { useState } from 'react';
import { type CommentDraft, emptyDraft, readDraft, writeDraft } from './draft-storage.ts';

/** The text of a comment until it is sent. `initial` is the text of a comment that is edited. */
export function useDraft(place: string, initial: CommentDraft = emptyDraft) {
  const [draft, setDraft] = useState(() => readDraft(place) ?? initial);
  return {
    draft,
    change(next: CommentDraft) {
      setDraft(next);
      writeDraft(place, next.text === initial.text ? undefined : next);
    },
    discard() {
      setDraft(initial);
      writeDraft(place, undefined);
    },
  };
}
