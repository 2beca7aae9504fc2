import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';

/** The words and the records that are in the text. Compared by their values, because every key makes a new document. */
export function useUsed(editor: Editor): ReadonlySet<string> {
  const list = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const used: string[] = [];
      state.doc.forEach(({ type, attrs }) => {
        if (type.name === 'quotation') used.push(attrs.quote);
        if (type.name === 'embed') used.push(attrs.ref);
      });
      return used;
    },
    equalityFn: (a, b) => a.length === b?.length && a.every((one, i) => one === b[i]),
  });
  return new Set(list);
}
