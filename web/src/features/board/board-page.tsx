import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useBoard } from '../../data/board.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { peopleQuery } from '../../data/people.ts';
import { tagsQuery } from '../../data/tags.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageTitle, PageTools, pageStart } from '../../ui/page-layout.tsx';
import { BoardCanvas } from './board-canvas.tsx';
import { type BoardContextValue, BoardProvider } from './board-context.ts';
import { BoardFilters } from './board-filters.tsx';
import type { BoardSearch } from './board-search.ts';
import { BoardSkeleton } from './board-skeleton.tsx';
import { CardSheet } from './card-sheet.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortButton } from './sort-button.tsx';
import { texts } from './texts.ts';
import { useBoardActions } from './use-board-actions.ts';

export function BoardPage({ projectId, search }: { projectId: string; search: BoardSearch }) {
  usePageTitle(texts.board);
  const navigate = useNavigate();
  const me = useMe();
  const { board, error, isError, refetch, unsavedCount, isWaiting } = useBoard(projectId);
  const { data: tagList } = useQuery(tagsQuery(projectId));
  const { data: personList } = useQuery(peopleQuery);
  const actions = useBoardActions(projectId, board);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const setSearch = useCallback(
    (change: Partial<Record<keyof BoardSearch, string | undefined>>, replace = true) =>
      void navigate({
        to: '/projects/$projectId/board',
        params: { projectId },
        search: (before) => ({ ...before, ...change }) as BoardSearch,
        replace,
      }),
    [navigate, projectId],
  );
  const lanes = board?.lanes;
  const laneNames = JSON.stringify(
    lanes?.map(({ id, name, created_at }) => ({ id, name, created_at })) ?? [],
  );
  const context = useMemo<BoardContextValue>(
    () => ({
      projectId,
      canEdit: canWrite(me),
      tags: new Map(tagList?.map((tag) => [tag.id, tag])),
      people: new Map(personList?.map((person) => [person.id, person])),
      lanes: JSON.parse(laneNames),
      change: (change, onRefused) => actions.change([change], onRefused),
      changeAll: (changes) => actions.change(changes),
      deleteCards: actions.deleteCards,
      mergeCards: actions.mergeCards,
      findCards: actions.findCards,
      openCard: (card) => setSearch({ card }, false),
      toggleSelected: (cardId) =>
        setSelected((before) => {
          const next = new Set(before);
          if (!next.delete(cardId)) next.add(cardId);
          return next;
        }),
    }),
    [projectId, me, tagList, personList, laneNames, actions, setSearch],
  );

  useEffect(() => {
    if (unsavedCount === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unsavedCount]);

  const cards = lanes?.flatMap((lane) => lane.cards) ?? [];
  const openCard = cards.find(({ id }) => id === search.card);
  return (
    <Announcer>
      <BoardProvider value={context}>
        <div className="screen-height flex flex-col">
          <header className={`flex flex-wrap items-center gap-x-4 gap-y-2 pt-5 pb-4 ${pageStart}`}>
            <PageTitle>{texts.board}</PageTitle>
            <div className="flex md:order-last md:ms-auto">
              <PageTools />
            </div>
            <BoardFilters search={search} onChange={setSearch} />
            {context.canEdit && cards.length > 1 && <SortButton />}
            <p role="status" className="text-sm text-soft">
              {isWaiting && texts.parleyCantBeReachedNot(unsavedCount)}
            </p>
          </header>
          {board ? (
            <>
              {board.has_more && (
                <p role="status" className={`pb-2 text-sm text-soft ${pageStart}`}>
                  {texts.theBoardHasMoreCards}
                </p>
              )}
              <BoardCanvas board={board} search={search} selected={selected} />
            </>
          ) : isError ? (
            <div className={pageStart}>
              <ErrorNotice error={error} onRetry={() => void refetch()} />
            </div>
          ) : (
            <BoardSkeleton />
          )}
        </div>
        <SelectionBar
          cardIds={cards.filter(({ id }) => selected.has(id)).map(({ id }) => id)}
          onClear={() => setSelected(new Set())}
        />
        {search.card && board && (
          <CardSheet
            key={search.card}
            card={openCard}
            comment={search.comment}
            onClose={() => setSearch({ card: undefined, comment: undefined })}
          />
        )}
      </BoardProvider>
    </Announcer>
  );
}
