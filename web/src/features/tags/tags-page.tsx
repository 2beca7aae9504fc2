import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { suggestionsQuery } from '../../data/taggings.ts';
import { tagsQuery } from '../../data/tags.ts';
import { formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AllTags } from './all-tags.tsx';
import { AutoTagDialog } from './auto-tag-dialog.tsx';
import { AutoTagProgress } from './auto-tag-progress.tsx';
import { NewTagDialog } from './new-tag-dialog.tsx';
import { SuggestionReview } from './suggestion-review.tsx';
import type { TagsSearch } from './tags-search.ts';
import { texts } from './texts.ts';

export function TagsPage({ projectId, search }: { projectId: string; search: TagsSearch }) {
  usePageTitle(texts.tags2);
  const navigate = useNavigate();
  const canEdit = canWrite(useMe());
  const tags = useQuery(tagsQuery(projectId));
  const suggestions = useInfiniteQuery(suggestionsQuery(projectId));
  // "new" for a tag at the top level, else the id of its parent.
  const [creatingUnder, setCreatingUnder] = useState<string>();
  const [isSuggesting, setSuggesting] = useState(false);
  const setSearch = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '/projects/$projectId/tags',
      params: { projectId },
      search: (before) => ({ ...before, ...change }) as TagsSearch,
      replace: true,
      resetScroll: false,
    });

  const waiting = suggestions.data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0;
  const more = suggestions.hasNextPage ? '+' : '';
  return (
    <Page>
      <PageHead
        title={texts.tags2}
        actions={
          canEdit && (
            <>
              <Button onClick={() => setSuggesting(true)}>
                <Sparkles size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.suggestTags}
              </Button>
              <Button variant="primary" onClick={() => setCreatingUnder('new')}>
                <Plus size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.newTag}
              </Button>
            </>
          )
        }
      />
      <AutoTagProgress projectId={projectId} onShow={() => setSearch({ view: 'suggestions' })} />
      {tags.isError ? (
        <ErrorNotice error={tags.error} onRetry={() => void tags.refetch()} />
      ) : tags.data ? (
        <Tabs
          label={texts.tagsAndSuggestions}
          value={search.view ?? 'tags'}
          onChange={(view) => setSearch({ view: view === 'suggestions' ? view : undefined })}
          tabs={[
            {
              value: 'tags',
              name: texts.tagsTab(formatNumber(tags.data.length)),
              content: (
                <AllTags
                  projectId={projectId}
                  tags={tags.data}
                  canEdit={canEdit}
                  search={search}
                  onSearch={setSearch}
                  onCreate={setCreatingUnder}
                />
              ),
            },
            {
              value: 'suggestions',
              name: texts.suggestionsTab(formatNumber(waiting), more),
              content: (
                <SuggestionReview
                  projectId={projectId}
                  tags={tags.data}
                  canEdit={canEdit}
                  onSuggest={() => setSuggesting(true)}
                />
              ),
            },
          ]}
        />
      ) : (
        <Skeleton rows={6} label={texts.loadingTheTags} />
      )}
      <NewTagDialog
        projectId={projectId}
        parent={tags.data?.find(({ id }) => id === creatingUnder)}
        open={creatingUnder !== undefined}
        onClose={() => setCreatingUnder(undefined)}
      />
      <AutoTagDialog projectId={projectId} open={isSuggesting} onClose={() => setSuggesting(false)} />
    </Page>
  );
}
