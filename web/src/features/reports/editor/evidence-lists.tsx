import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { clipsQuery } from '../../../data/clips.ts';
import {
  evidenceCardsQuery,
  evidenceHighlightsQuery,
  evidenceSearchQuery,
  fileNamesQuery,
} from '../../../data/report-document.ts';
import { tagsQuery } from '../../../data/tags.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { parseSnippet } from '../../../lib/snippet.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { type Drag, usePointerDrag } from '../../../ui/pointer-drag.ts';
import { SelectFilter } from '../../../ui/select-filter.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { momentOfTagging } from '../../moments/index.ts';
import { type Evidence, evidenceOfCard, evidenceOfClip } from './evidence.ts';
import { EvidenceRow } from './evidence-row.tsx';
import { texts } from './texts.ts';

interface ListProps {
  projectId: string;
  q: string;
  mayInsert: boolean;
  used: ReadonlySet<string>;
  onInsert(evidence: Evidence): void;
  onDrag(evidence: Evidence, row: HTMLElement): Drag;
  onGoTo(evidence: Evidence): void;
}
const searchAfterMs = 250;

export function Highlights(props: ListProps) {
  const { projectId, used } = props;
  const q = useDebouncedValue(props.q, searchAfterMs);
  const [tagId, setTagId] = useState<string>();
  const [hidesUsed, setHidesUsed] = useState(false);
  const tags = useQuery(tagsQuery(projectId));
  const highlights = useHighlights(projectId, tagId ?? '', q === '');
  const found = useFound(projectId, q);
  const list = q === '' ? highlights : found;
  const shown = hidesUsed ? list.evidence.filter((one) => !used.has(keyOf(one))) : list.evidence;
  const usedCount = list.evidence.filter((one) => used.has(keyOf(one))).length;
  const name = q === '' ? [texts.highlight, texts.highlights] : [texts.result, texts.results];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 text-sm text-soft">
        {q === '' && (
          <SelectFilter
            label={texts.tag}
            all={texts.allTags}
            value={tagId}
            onChange={setTagId}
            options={(tags.data ?? []).map((tag) => ({ value: tag.id, name: tag.name }))}
          />
        )}
        <span role="status" className="me-auto">
          {list.isPending
            ? texts.loadingEvidence
            : texts.counts(
                `${formatCount(list.evidence.length, ...(name as [string, string]))}${list.onMore ? '+' : ''}`,
                formatNumber(usedCount),
              )}
        </span>
        <label className="control flex items-center gap-2">
          <input
            type="checkbox"
            checked={hidesUsed}
            onChange={(event) => setHidesUsed(event.target.checked)}
          />
          {texts.hideUsed}
        </label>
      </div>
      <Rows
        {...props}
        list={{ ...list, evidence: shown }}
        empty={q === '' ? texts.noHighlights : texts.noResults}
      />
    </>
  );
}

export function Clips(props: ListProps) {
  const q = useDebouncedValue(props.q, searchAfterMs);
  const clips = useInfiniteQuery(clipsQuery(props.projectId, { q, file: '', tag: '', sort: '-created_at' }));
  const evidence = useMemo(
    () => (clips.data?.pages ?? []).flatMap(({ data }) => data.map(evidenceOfClip)),
    [clips.data],
  );
  const list = listOf(clips, evidence, clips.hasNextPage ? () => void clips.fetchNextPage() : undefined);
  return <Rows {...props} list={list} empty={q === '' ? texts.noClips : texts.noResults} />;
}

export function Cards(props: ListProps) {
  const q = useDebouncedValue(props.q, searchAfterMs);
  const cards = useQuery(evidenceCardsQuery(props.projectId, q));
  const evidence = useMemo(() => (cards.data ?? []).map(evidenceOfCard), [cards.data]);
  return (
    <Rows {...props} list={listOf(cards, evidence)} empty={q === '' ? texts.noCards : texts.noResults} />
  );
}

/** What `used` contains of a quotation are its words: the same highlight may carry several tags. */
export const keyOf = ({ insert }: Evidence): string =>
  insert.type === 'quotation' ? insert.quote : insert.ref;

interface EvidenceList {
  evidence: Evidence[];
  isPending: boolean;
  error: unknown;
  onRetry(): void;
  onMore?: (() => void) | undefined;
}

type Result = { isPending: boolean; error: unknown; refetch(): unknown };
const listOf = (
  { isPending, error, refetch }: Result,
  evidence: Evidence[],
  onMore?: () => void,
): EvidenceList => ({
  evidence,
  isPending,
  error,
  onRetry: () => void refetch(),
  onMore,
});

/** The highlighted passages. A passage with two tags is listed once. */
function useHighlights(projectId: string, tagId: string, enabled: boolean): EvidenceList {
  const files = useQuery(fileNamesQuery(projectId));
  const pages = useInfiniteQuery({ ...evidenceHighlightsQuery(projectId, tagId), enabled });
  const evidence = useMemo(() => {
    const byPassage = new Map<string, Evidence>();
    for (const tagging of (pages.data?.pages ?? []).flatMap(({ data }) => data)) {
      if (!tagging.quote || tagging.detached || !tagging.file_id) continue;
      const passage = `${tagging.target_id} ${tagging.quote}`;
      if (byPassage.has(passage)) continue;
      const moment = momentOfTagging(tagging, files.data?.get(tagging.file_id));
      byPassage.set(passage, {
        id: tagging.id,
        title: tagging.quote,
        moment,
        insert: { type: 'quotation', quote: tagging.quote, endSegmentId: tagging.end_segment_id },
      });
    }
    return [...byPassage.values()];
  }, [pages.data, files.data]);
  return listOf(pages, evidence, pages.hasNextPage ? () => void pages.fetchNextPage() : undefined);
}

/** Whole segments that match the words or the meaning. */
function useFound(projectId: string, q: string): EvidenceList {
  const hits = useQuery({ ...evidenceSearchQuery(projectId, q), enabled: q !== '' });
  const evidence = useMemo(
    () =>
      (hits.data ?? []).map(({ id, title, file_id, speaker, snippet, start_seconds }): Evidence => {
        const words = parseSnippet(snippet)
          .map(({ text }) => text)
          .join('');
        return {
          id,
          title: words,
          moment: {
            id: `found/${id}`,
            project_id: projectId,
            file_id,
            response_id: null,
            segment_id: id,
            start_seconds,
            end_seconds: null,
            quote: words,
            person: speaker,
            file_name: title,
            has_recording: null,
            source_deleted: false,
          },
          insert: { type: 'quotation', quote: words, endSegmentId: null, isPart: true },
        };
      }),
    [hits.data, projectId],
  );
  return listOf(hits, evidence);
}

function Rows(props: ListProps & { list: EvidenceList; empty: string }) {
  const { list, empty, used, mayInsert, onInsert, onGoTo } = props;
  const { evidence, isPending, error, onRetry, onMore } = list;
  if (error)
    return (
      <Padded>
        <ErrorNotice error={error} onRetry={onRetry} />
      </Padded>
    );
  if (isPending)
    return (
      <Padded>
        <Skeleton rows={4} label={texts.loadingEvidence} />
      </Padded>
    );
  if (evidence.length === 0)
    return (
      <Padded>
        <p className="text-soft">{empty}</p>
      </Padded>
    );
  return (
    <DraggableRows evidence={evidence} onDrag={mayInsert ? props.onDrag : undefined}>
      {evidence.map((one) => (
        <EvidenceRow
          key={one.id}
          evidence={one}
          isUsed={used.has(keyOf(one))}
          mayInsert={mayInsert}
          onInsert={() => onInsert(one)}
          onGoTo={() => onGoTo(one)}
        />
      ))}
      {onMore && (
        <li className="p-3">
          <Button onClick={onMore} className="w-full">
            {texts.more}
          </Button>
        </li>
      )}
    </DraggableRows>
  );
}

interface DraggableRowsProps {
  evidence: readonly Evidence[];
  onDrag: ListProps['onDrag'] | undefined;
  children: ReactNode;
}

function DraggableRows({ evidence, onDrag, children }: DraggableRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  usePointerDrag(list, (pressed) => {
    const row = pressed.closest<HTMLElement>('[data-evidence]');
    const dragged = evidence.find(({ id }) => id === row?.dataset.evidence);
    return row && dragged && !pressed.closest('button') ? onDrag?.(dragged, row) : undefined;
  });
  return (
    <ul
      ref={list}
      aria-label={texts.evidence}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain select-none"
    >
      {children}
    </ul>
  );
}

const Padded = ({ children }: { children: ReactNode }) => <div className="p-4">{children}</div>;
