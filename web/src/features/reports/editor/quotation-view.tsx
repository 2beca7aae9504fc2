import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { CircleCheck, GitCompareArrows, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Quotation } from '../../../data/report-document.ts';
import { formatRelativeTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import {
  type Moment,
  MomentFailure,
  momentOfCitation,
  PlayButton,
  PlayingLine,
  useMoment,
} from '../../moments/index.ts';
import { useEditorContext } from './editor-context.ts';
import { texts } from './texts.ts';
import { WordDiff } from './word-diff.tsx';

/** A quotation that plays where it is, and says whether the transcript still has its words. */
export function QuotationView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { id, quote, attribution } = node.attrs as { id: string; quote: string; attribution: string };
  const context = useEditorContext();
  const citation = context.citation(id);
  const isCurrent = citation !== undefined && citation.quote === quote;
  const state = isCurrent ? context.quotation(id) : undefined;
  const moment: Moment = isCurrent
    ? {
        ...momentOfCitation(citation, { projectId: context.projectId, ownerId: context.reportId }),
        file_name: attribution,
      }
    : (context.inserted(id) ?? wordsOnly(context.projectId, id, quote));
  const playing = useMoment(moment);
  const isChanged = state?.state === 'changed';
  const newWords = isChanged ? state.current_quote : null;
  return (
    <NodeViewWrapper
      as="figure"
      data-quotation={id}
      aria-label={texts.quotationOf(quote)}
      className={`report-block ${selected ? 'is-selected' : ''}`}
    >
      <div className="flex items-start gap-3.5 p-3.5">
        {!moment.source_deleted && moment.file_id !== null && (
          <PlayButton moment={moment} playing={playing} />
        )}
        <div className="min-w-0 flex-1">
          <blockquote dir="auto" className="font-serif text-lg wrap-anywhere">
            {newWords === null ? texts.quoted(quote) : <WordDiff before={quote} after={newWords} />}
          </blockquote>
          <div className="my-1 empty:hidden">
            <PlayingLine moment={moment} playing={playing} />
          </div>
          <figcaption className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
            <Attribution text={attribution} speaker={moment.person} />
            <Badge state={state?.state} />
          </figcaption>
          {!moment.source_deleted && <MomentFailure moment={moment} playing={playing} />}
        </div>
      </div>
      {isChanged && context.mayWrite && (
        <Decision text={describeChange(state, context.memberName(state.changed_by))}>
          <Button variant="bare" className="text-ink" onClick={() => context.keep(id)}>
            {texts.keepAsQuoted}
          </Button>
          {newWords !== null && (
            <Button
              onClick={() => {
                context.requote(id, state.segment_ids);
                updateAttributes({ quote: newWords });
              }}
            >
              {texts.useNewWords}
            </Button>
          )}
        </Decision>
      )}
      {state?.state === 'source_deleted' && context.mayWrite && (
        <Decision text={texts.deletedLead}>
          <Button onClick={deleteNode}>{texts.remove}</Button>
        </Decision>
      )}
    </NodeViewWrapper>
  );
}

const wordsOnly = (project_id: string, id: string, quote: string): Moment => ({
  id,
  project_id,
  file_id: null,
  response_id: null,
  segment_id: null,
  start_seconds: null,
  end_seconds: null,
  quote,
  person: null,
  file_name: null,
  has_recording: false,
  source_deleted: false,
});

function describeChange({ changed_at, current_quote }: Quotation, name: string | undefined): string {
  if (current_quote === null) return texts.wordsRemoved;
  return changed_at && name ? texts.changedBy(name, formatRelativeTime(changed_at)) : texts.changedSince;
}

/** The speaker stands out from the file and the time. */
export function Attribution({ text, speaker }: { text: string; speaker: string | null }) {
  const isFirst = speaker !== null && text.startsWith(`${speaker},`);
  return (
    <span dir="auto" className="min-w-0 text-soft">
      {isFirst && <span className="me-2 font-medium text-ink">{speaker}</span>}
      {isFirst ? text.slice(speaker.length + 1).trim() : text}
    </span>
  );
}

const badge = 'inline-flex items-center gap-1.5 whitespace-nowrap text-sm';

function Badge({ state }: { state: Quotation['state'] | undefined }) {
  if (state === undefined) return <span className="text-soft">{texts.checking}</span>;
  if (state === 'changed')
    return (
      <span className={`${badge} report-changed rounded-sm px-2 py-0.5 font-medium`}>
        <GitCompareArrows size={14} strokeWidth={1.75} aria-hidden="true" />
        {texts.changed}
      </span>
    );
  if (state === 'verified')
    return (
      <span className={`${badge} text-accent`}>
        <CircleCheck size={14} strokeWidth={1.75} aria-hidden="true" />
        {texts.verified}
      </span>
    );
  const names = { kept: texts.kept, source_deleted: texts.sourceDeleted, unverified: texts.unverified };
  return (
    <span className={`${badge} text-soft`}>
      {state === 'source_deleted' && <Unlink size={14} strokeWidth={1.75} aria-hidden="true" />}
      {names[state]}
    </span>
  );
}

const Decision = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-sunken px-3.5 py-2 text-sm text-soft">
    <span className="me-auto">{text}</span>
    {children}
  </div>
);
