import { useQueryClient } from '@tanstack/react-query';
import { Placeholder } from '@tiptap/extensions';
import { ReactNodeViewRenderer, useEditor } from '@tiptap/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keys } from '../../../data/keys.ts';
import {
  isReportConflict,
  type QuotedSegments,
  type ReportDocument,
  readEditor,
  readReport,
  saveReport,
} from '../../../data/report-document.ts';
import { onConnectionChange, reportUnreachable } from '../../../lib/connection.ts';
import { isUnreachable } from '../../../lib/errors.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { applyBlocks, fromServer } from './document/apply.ts';
import { CitationNode, EmbedNode, QuotationNode, SourceNode, textExtensions } from './document/extensions.ts';
import { parseBlocks } from './document/parse.ts';
import { blockMarkdown, toMarkdown } from './document/serialize.ts';
import { readDraft, writeDraft } from './draft-storage.ts';
import { EmbedView } from './embed-view.tsx';
import { QuotationView } from './quotation-view.tsx';
import { createReportSync, type ReportSync, type SyncState } from './report-sync.ts';
import { SourceView } from './source-view.tsx';
import { texts } from './texts.ts';
import { transformPasted } from './transform-pasted.ts';

const reactView = (view: Parameters<typeof ReactNodeViewRenderer>[0]) => ({
  addNodeView: () => ReactNodeViewRenderer(view),
});

interface Options {
  report: ReportDocument;
  mayWrite: boolean;
  memberName(userId: string | null): string | undefined;
}

/** The text of a report on the screen, which is saved by itself. */
export function useReportEditor({ report, mayWrite, memberName }: Options) {
  const queryClient = useQueryClient();
  const [title, setTitle] = useState(report.title);
  const [summary, setSummary] = useState(report.summary);
  const [state, setState] = useState<SyncState>({ kind: 'saved', version: report.version, by: null });
  const fields = useRef({ title, summary });
  const sync = useRef<ReportSync>(undefined);
  const latest = useLatest({ memberName });

  const editor = useEditor({
    injectCSS: false,
    editable: mayWrite,
    shouldRerenderOnTransaction: false,
    extensions: [
      ...textExtensions,
      CitationNode,
      QuotationNode.extend(reactView(QuotationView)),
      EmbedNode.extend(reactView(EmbedView)),
      SourceNode.extend(reactView(SourceView)),
      Placeholder.configure({ placeholder: texts.textHint }),
    ],
    editorProps: {
      attributes: {
        'aria-label': texts.text,
        role: 'textbox',
        'aria-multiline': 'true',
        dir: 'auto',
        class: 'report-text',
      },
      transformPastedHTML: transformPasted,
    },
    onUpdate({ transaction }) {
      if (!transaction.getMeta(fromServer)) sync.current?.edited();
    },
  });

  // Before the browser paints: the text appears at once.
  useLayoutEffect(() => {
    if (sync.current) return;
    const blocks = parseBlocks(editor.schema, report.body_markdown);
    if (blocks.length > 0)
      editor.view.dispatch(
        editor.state.tr
          .replaceWith(0, editor.state.doc.content.size, blocks)
          .setMeta(fromServer, true)
          .setMeta('addToHistory', false),
      );
    const queryKey = keys.report(report.id);
    sync.current = createReportSync(textOf(report), {
      screen: {
        read: () => ({ ...fields.current, body_markdown: toMarkdown(editor.state.doc) }),
        show(text) {
          fields.current = { title: text.title, summary: text.summary };
          setTitle(text.title);
          setSummary(text.summary);
          const tr = applyBlocks(editor.state, text.blocks);
          if (tr) editor.view.dispatch(tr);
        },
        divide: (markdown) => parseBlocks(editor.schema, markdown).map(blockMarkdown),
      },
      save: (change, version, quoted) =>
        saveReport(report.id, {
          ...change,
          expected_version: version,
          ...(quoted.length > 0 ? { quoted_segments: quoted } : {}),
        }),
      load: async () => readReport(report.id),
      store: (draft) => writeDraft(report.id, draft),
      isConflict: isReportConflict,
      isUnreachable(error) {
        const unreachable = isUnreachable(error);
        if (unreachable) reportUnreachable();
        return unreachable;
      },
      onState: setState,
      onSaved(saved) {
        queryClient.setQueryData(queryKey, saved as ReportDocument);
        void queryClient.invalidateQueries({ queryKey: keys.quotations(report.id) });
      },
    });
    const draft = mayWrite ? readDraft(report.id) : undefined;
    if (draft) sync.current.restore(draft, textOf(report));
  }, [editor, report, mayWrite, queryClient]);

  // Another browser saved this report.
  useEffect(() => {
    let isOld = false;
    const newer = textOf(report);
    readEditorName(report, latest.current.memberName).then((by) => {
      if (!isOld) sync.current?.received(newer, by);
    });
    return () => {
      isOld = true;
    };
  }, [report, latest]);

  useEffect(() => {
    const unsubscribe = onConnectionChange(
      (connection) => connection === 'online' && void sync.current?.save(),
    );
    const leave = () => sync.current?.leave();
    window.addEventListener('pagehide', leave);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const edit = (change: Partial<typeof fields.current>) => {
    fields.current = { ...fields.current, ...change };
    if (change.title !== undefined) setTitle(change.title);
    if (change.summary !== undefined) setSummary(change.summary);
    sync.current?.edited();
  };

  return {
    editor,
    title,
    summary,
    state,
    edit,
    /** Names the segments of a quotation before its block is inserted. */
    quote: (named: QuotedSegments) => sync.current?.edited(named),
    save: () => void sync.current?.save(),
    resolve: (preference: Parameters<ReportSync['resolve']>[0]) => sync.current?.resolve(preference),
  };
}

const textOf = ({ title, summary, body_markdown, version }: ReportDocument) => ({
  title,
  summary,
  body_markdown,
  version,
});

/** A version that this browser did not save is named after the person who did. */
const readEditorName = async (
  { id, version }: ReportDocument,
  memberName: Options['memberName'],
): Promise<string | null> => {
  if (version === 1) return null;
  const userId = await readEditor(id, version).catch(() => null);
  return memberName(userId) ?? texts.someone;
};
