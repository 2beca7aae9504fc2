import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { suggestionsQuery, type Tagging, useDecideTaggings } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { SuggestionItem } from './suggestion-item.tsx';
import { texts } from './texts.ts';
import { failureText } from './use-tag-actions.ts';

interface SuggestionReviewProps {
  projectId: string;
  tags: Tag[];
  canEdit: boolean;
  onSuggest(): void;
}

/** A decided suggestion leaves the list, so the next ones come up by themselves. */
const shownMax = 30;
/** From the lowest confidence that the dialog for new suggestions offers. */
const minimums = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9];

export function SuggestionReview({ projectId, tags, canEdit, onSuggest }: SuggestionReviewProps) {
  const query = useInfiniteQuery(suggestionsQuery(projectId));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // All of them, to say how many a bulk decision is about.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const toast = useToast();
  const { add } = useUndo();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [currentId, setCurrentId] = useState<string>();
  const [minimum, setMinimum] = useState(0);
  const decide = useDecideTaggings(projectId, {
    onFailed: (error, taggingIds) => {
      setDecided((before) => new Set([...before].filter((id) => !taggingIds.includes(id))));
      toast({ text: failureText(error) });
    },
  });

  const pages = query.data?.pages;
  const waiting = useMemo(
    () =>
      (pages?.flatMap((page) => page.data) ?? [])
        .filter(({ id }) => !decided.has(id))
        .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0)),
    [pages, decided],
  );
  const byTag = useMemo(() => new Map(tags.map((tag) => [tag.id, tag])), [tags]);
  const shown = waiting.filter(({ confidence }) => (confidence ?? 0) >= minimum);
  const index = Math.max(
    0,
    shown.findIndex(({ id }) => id === currentId),
  );
  const current = shown[index];

  const decideOn = (taggings: Tagging[], status: 'accepted' | 'rejected') => {
    const [first] = taggings;
    if (!first) return;
    const taggingIds = taggings.map(({ id }) => id);
    setDecided((before) => new Set([...before, ...taggingIds]));
    if (first === current) setCurrentId(shown[index + 1]?.id ?? shown[index - 1]?.id);
    const name = byTag.get(first.tag_id)?.name ?? texts.deletedTag;
    const count = taggings.length;
    const done =
      status === 'accepted'
        ? count === 1
          ? texts.acceptedOne(name)
          : texts.acceptedMany(count)
        : count === 1
          ? texts.rejectedOne(name)
          : texts.rejectedMany(count);
    const save = () => decide.mutateAsync({ taggingIds, status });
    // If it fails, `onFailed` says why.
    add(
      save().then(() => ({
        done,
        undone: count === 1 ? texts.decisionUndoneOne(name) : texts.decisionUndoneMany(count),
        redone: done,
        undo: async () => {
          await decide.mutateAsync({ taggingIds, status: 'suggested' });
          setDecided((before) => new Set([...before].filter((id) => !taggingIds.includes(id))));
          setCurrentId(taggingIds[0]);
        },
        redo: async () => {
          setDecided((before) => new Set([...before, ...taggingIds]));
          await save();
        },
      })),
    );
  };
  const go = (step: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (next) setCurrentId(next.id);
  };
  useShortcuts([
    ...(canEdit
      ? [
          {
            keys: 'a',
            label: texts.acceptTheSuggestion,
            group: texts.suggestions,
            run: () => void (current && decideOn([current], 'accepted')),
          },
          {
            keys: 'x',
            label: texts.rejectTheSuggestion,
            group: texts.suggestions,
            run: () => void (current && decideOn([current], 'rejected')),
          },
        ]
      : []),
    {
      keys: ['j', 'ArrowDown'],
      label: texts.nextSuggestion,
      group: texts.suggestions,
      repeats: true,
      run: () => go(1),
    },
    {
      keys: ['k', 'ArrowUp'],
      label: texts.previousSuggestion,
      group: texts.suggestions,
      repeats: true,
      run: () => go(-1),
    },
  ]);

  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!pages) return <Skeleton rows={3} label={texts.loadingTheSuggestions} />;
  if (waiting.length === 0) {
    return (
      <EmptyState
        title={texts.noSuggestions}
        action={canEdit && <Button onClick={onSuggest}>{texts.suggestTags}</Button>}
      >
        {texts.parleyCanReadTranscriptsAnd}
      </EmptyState>
    );
  }
  const first = Math.max(0, Math.min(index - 3, shown.length - shownMax));
  const total = texts.suggestions2(waiting.length);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span aria-hidden="true">{texts.confidence2}</span>
        <Select
          label={texts.confidence2}
          value={String(minimum)}
          onChange={(value) => setMinimum(Number(value))}
          options={[
            { value: '0', name: texts.any },
            ...minimums.map((value) => ({ value: String(value), name: texts.orMore(formatPercent(value)) })),
          ]}
        />
        {canEdit && (
          <Button
            disabled={shown.length === 0 || hasNextPage}
            busy={decide.isPending && shown.length > 0 && decide.variables.taggingIds.length > 1}
            onClick={() => void decideOn(shown, 'accepted')}
          >
            {texts.accept2(formatNumber(shown.length))}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-sm text-soft">
        {minimum === 0 ? texts.toDecide(total) : texts.toDecideOf(formatNumber(shown.length), total)}
      </p>
      <ol aria-label={texts.suggestions} className="space-y-2">
        {shown.slice(first, first + shownMax).map((tagging) => (
          <SuggestionItem
            key={tagging.id}
            projectId={projectId}
            tagging={tagging}
            tag={byTag.get(tagging.tag_id)}
            isCurrent={tagging === current}
            canEdit={canEdit}
            onSelect={() => setCurrentId(tagging.id)}
            onDecide={(status) => void decideOn([tagging], status)}
          />
        ))}
      </ol>
    </div>
  );
}
