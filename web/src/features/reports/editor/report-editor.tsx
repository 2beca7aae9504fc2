import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { EditorContent } from '@tiptap/react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { keys } from '../../../data/keys.ts';
import { canWrite, useMe } from '../../../data/me.ts';
import { membersQuery } from '../../../data/members.ts';
import { keepQuotation, quotationsQuery, type ReportDocument } from '../../../data/report-document.ts';
import { closeAskPanel, useIsAskBeside } from '../../../lib/ask-panel.ts';
import { failureReason } from '../../../lib/errors.ts';
import { formatCount, formatRelativeTime } from '../../../lib/format.ts';
import { whenIdle } from '../../../lib/use-idle.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { Moment } from '../../moments/index.ts';
import './editor.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { type EditorContext, EditorProvider } from './editor-context.ts';
import { EditorHeader } from './editor-header.tsx';
import { attributionOf, type Evidence, readPassage } from './evidence.ts';
import { dragIntoText } from './evidence-drag.ts';
import { GrowingText } from './growing-text.tsx';
import { insertBlock, nextCitationId } from './insert-evidence.ts';
import { SaveStatus } from './save-status.tsx';
import type { EvidenceTab } from './slash-menu.ts';
import { texts } from './texts.ts';
import { useReportEditor } from './use-report-editor.ts';
import { useUsed } from './use-used.ts';

/** What is beside the text loads after it. */
const ReportDiscussion = lazy(() =>
  import('./margin/report-discussion.tsx').then(({ ReportDiscussion }) => ({ default: ReportDiscussion })),
);
const EvidencePanel = lazy(() =>
  import('./evidence-panel.tsx').then(({ EvidencePanel }) => ({ default: EvidencePanel })),
);
const SlashMenuList = lazy(() =>
  import('./slash-menu-list.tsx').then(({ SlashMenuList }) => ({ default: SlashMenuList })),
);

/** The page on which a report is written: its text, and beside it the evidence to insert. */
export function ReportEditor({ report, comment }: { report: ReportDocument; comment?: string | undefined }) {
  const { id: reportId, project_id: projectId } = report;
  const mayWrite = canWrite(useMe());
  const queryClient = useQueryClient();
  const toast = useToast();
  const isAskBeside = useIsAskBeside();
  const isWide = useMediaQuery('(min-width: 1280px)');
  const isPhone = useMediaQuery('(max-width: 767px)');
  const [isPanelOpen, setPanelOpen] = useState(isWide);
  const [tab, setTab] = useState<EvidenceTab>('highlights');
  // A clip that is inserted later does not need the network for it.
  useEffect(() => whenIdle(() => void import('./embed-content.tsx').catch(() => {})), []);
  const quotations = useQuery(quotationsQuery(reportId));
  const members = useInfiniteQuery(membersQuery);
  const memberName = (userId: string | null) =>
    members.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === userId)?.name;
  const inserted = useRef(new Map<string, Moment>());

  const [wantsSearch, setWantsSearch] = useState(false);
  const openEvidence = (chosen: EvidenceTab) => {
    setTab(chosen);
    closeAskPanel();
    setPanelOpen(true);
    setWantsSearch(true);
  };
  const text = useReportEditor({ report, mayWrite, memberName });
  const { editor } = text;
  const used = useUsed(editor);

  async function insert(evidence: Evidence, at?: number): Promise<void> {
    if (evidence.insert.type === 'embed') {
      const { kind, ref } = evidence.insert;
      insertBlock(editor, { type: 'embed', attrs: { kind, ref, title: evidence.title } }, at);
    } else {
      const passage = await readPassage(queryClient, evidence).catch(() => undefined);
      if (!passage) return void toast({ text: texts.notInserted });
      const id = nextCitationId(
        editor.state.doc,
        report.citations.map((citation) => citation.id),
      );
      inserted.current.set(id, passage.moment);
      text.quote({ citation_id: id, segment_ids: passage.segmentIds });
      const attrs = { id, quote: passage.quote, attribution: attributionOf(passage.moment) };
      insertBlock(editor, { type: 'quotation', attrs }, at);
    }
    if (!isWide) setPanelOpen(false);
    editor.view.focus();
  }

  function goTo({ insert }: Evidence): void {
    const wanted = insert.type === 'quotation' ? insert.quote : insert.ref;
    editor.state.doc.forEach((block, offset) => {
      if (block.attrs.quote !== wanted && block.attrs.ref !== wanted) return;
      const element = editor.view.nodeDOM(offset);
      if (element instanceof HTMLElement) element.scrollIntoView({ block: 'center' });
      editor.commands.setNodeSelection(offset);
    });
    if (!isWide) setPanelOpen(false);
  }

  const context = useMemo<EditorContext>(() => {
    const citations = new Map(report.citations.map((citation) => [citation.id, citation]));
    const states = new Map(quotations.data?.map((one) => [one.citation_id, one]));
    return {
      projectId,
      reportId,
      mayWrite,
      citation: (id) => citations.get(id),
      quotation: (id) => states.get(id),
      inserted: (id) => inserted.current.get(id),
      memberName: (userId) =>
        members.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === userId)?.name,
      keep: (citationId) =>
        void keepQuotation(reportId, citationId).then(
          (states) => queryClient.setQueryData(keys.quotations(reportId), states),
          (error: unknown) => toast({ text: failureReason(error) }),
        ),
      requote: (citation_id, segment_ids) => text.quote({ citation_id, segment_ids }),
    };
  }, [
    report.citations,
    quotations.data,
    members.data,
    projectId,
    reportId,
    mayWrite,
    queryClient,
    toast,
    text.quote,
  ]);

  const panel = (
    <Suspense>
      <EvidencePanel
        projectId={projectId}
        mayInsert={mayWrite}
        tab={tab}
        onTab={setTab}
        used={used}
        onInsert={(evidence) => void insert(evidence)}
        onDrag={(evidence, row) => dragIntoText(editor, row, (at) => void insert(evidence, at))}
        onGoTo={goTo}
        wantsSearch={wantsSearch}
        onSearch={() => setWantsSearch(false)}
      />
    </Suspense>
  );
  const author = memberName(report.created_by);
  return (
    <div className="screen-height flex flex-col">
      <EditorHeader
        report={report}
        title={text.title}
        status={
          mayWrite ? (
            <SaveStatus state={text.state} onRetry={text.save} />
          ) : (
            <p className="text-sm text-soft">{texts.readOnly}</p>
          )
        }
        isPanelOpen={isPanelOpen && !isAskBeside}
        onPanel={() => {
          setPanelOpen(isAskBeside || !isPanelOpen);
          closeAskPanel();
        }}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="min-w-0 flex-1 overflow-y-auto px-4 py-6 sm:py-8 sm:ps-7 sm:pe-3">
          <div className="relative grid grid-cols-[minmax(0,720px)_minmax(0,1fr)] sm:gap-x-3 print:block">
            <article className="col-start-1">
              {text.state.kind === 'conflict' && (
                <ConflictNotice conflicts={text.state.conflicts} onResolve={text.resolve} />
              )}
              <h1 className="sr-only">{text.title}</h1>
              <GrowingText
                label={texts.title}
                value={text.title}
                maxLength={200}
                readOnly={!mayWrite}
                onChange={(title) => text.edit({ title: title.replaceAll('\n', ' ') })}
                onEnter={() => editor.commands.focus('start')}
                className="font-serif text-3xl tracking-tight"
              />
              <p className="mt-2 mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
                {author && (
                  <>
                    <Avatar name={author} />
                    <span className="font-medium text-ink">{author}</span>
                    <span aria-hidden="true">·</span>
                  </>
                )}
                <span>
                  {texts.sources(
                    formatCount(report.file_ids.length, texts.file, texts.files),
                    formatCount(report.quote_count, texts.quotationCount, texts.quotationsCount),
                  )}
                </span>
                <span aria-hidden="true">·</span>
                <span>{report.share_url ? texts.shared : texts.notShared}</span>
                <span aria-hidden="true">·</span>
                <span>{texts.edited(formatRelativeTime(report.updated_at))}</span>
              </p>
              {(mayWrite || text.summary) && (
                <GrowingText
                  label={texts.summary}
                  placeholder={texts.summaryHint}
                  value={text.summary}
                  maxLength={20_000}
                  readOnly={!mayWrite}
                  onChange={(summary) => text.edit({ summary })}
                  className="mb-4 text-md"
                />
              )}
              <EditorProvider value={context}>
                <EditorContent editor={editor} />
              </EditorProvider>
            </article>
            <Suspense>
              <ReportDiscussion editor={editor} projectId={projectId} reportId={reportId} comment={comment} />
            </Suspense>
          </div>
        </div>
        {isWide && isPanelOpen && !isAskBeside && (
          <aside aria-label={texts.evidence} className="w-72 shrink-0 border-s border-line">
            {panel}
          </aside>
        )}
        {!isWide && (
          <Sheet
            open={isPanelOpen}
            onClose={() => setPanelOpen(false)}
            title={texts.evidence}
            side={isPhone ? 'bottom' : 'end'}
          >
            <div className="-m-4 h-[70dvh]">{panel}</div>
          </Sheet>
        )}
      </div>
      {mayWrite && (
        <Suspense>
          <SlashMenuList editor={editor} onEvidence={openEvidence} />
        </Suspense>
      )}
    </div>
  );
}
