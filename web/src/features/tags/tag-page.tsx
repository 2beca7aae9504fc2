import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download, SquareKanban } from 'lucide-react';
import { useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { tagHighlightsQuery } from '../../data/taggings.ts';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import { formatNumber } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { Page, PageHead, PageTools } from '../../ui/page-layout.tsx';
import { RenameInPlace } from '../../ui/rename-in-place.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TagChip, TagDot } from '../../ui/tag-chip.tsx';
import { HighlightGroups } from './highlight-groups.tsx';
import type { SendToBoardProps } from './send-to-board-dialog.tsx';
import { TagDescription } from './tag-description.tsx';
import { TagDialogs, type TagTask } from './tag-dialogs.tsx';
import { TagMenu } from './tag-menu.tsx';
import { texts } from './texts.ts';
import { useExportHighlights } from './use-export-highlights.ts';
import { useTagActions } from './use-tag-actions.ts';

const SendToBoardDialog = lateDialog<SendToBoardProps>(
  async () => (await import('./send-to-board-dialog.tsx')).SendToBoardDialog,
);

/** All highlights of one tag over the files of the project. */
export function TagPage({ projectId, tagId }: { projectId: string; tagId: string }) {
  const tags = useQuery(tagsQuery(projectId));
  const tag = tags.data?.find(({ id }) => id === tagId);
  usePageTitle(tag?.name ?? texts.tag);
  if (tags.isError) {
    return (
      <Page>
        <PageHead title={texts.tag} />
        <ErrorNotice error={tags.error} onRetry={() => void tags.refetch()} />
      </Page>
    );
  }
  if (!tags.data) {
    return (
      <Page>
        <Skeleton label={texts.loadingTheTag} />
      </Page>
    );
  }
  if (!tag) {
    return (
      <Page>
        <PageHead title={texts.tagNotFound} lead={texts.wasDeletedOrMergedInto} />
        <AllTagsLink projectId={projectId} />
      </Page>
    );
  }
  return (
    <Page>
      <TagHeader projectId={projectId} tag={tag} tags={tags.data} />
      <Highlights projectId={projectId} tag={tag} />
    </Page>
  );
}

const AllTagsLink = ({ projectId }: { projectId: string }) => (
  <Link
    to="/projects/$projectId/tags"
    params={{ projectId }}
    search={{}}
    className="text-soft underline-offset-4 hover:text-ink hover:underline"
  >
    {texts.tags2}
  </Link>
);

function TagHeader({ projectId, tag, tags }: { projectId: string; tag: Tag; tags: Tag[] }) {
  const canEdit = canWrite(useMe());
  const navigate = useNavigate();
  const actions = useTagActions(projectId);
  const [isRenaming, setRenaming] = useState(false);
  const [isSending, setSending] = useState(false);
  const [task, setTask] = useState<TagTask>();
  const exporting = useExportHighlights(projectId, tag);
  const parent = tags.find(({ id }) => id === tag.parent_id);
  const children = tags.filter(({ parent_id }) => parent_id === tag.id);
  return (
    <header className="mb-6 space-y-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <nav aria-label={texts.path} className="flex min-w-0 flex-wrap items-center gap-x-2 text-soft">
          <AllTagsLink projectId={projectId} />
          <span aria-hidden="true">›</span>
          {parent && (
            <>
              <Link
                to="/projects/$projectId/tags/$tagId"
                params={{ projectId, tagId: parent.id }}
                dir="auto"
                className="underline-offset-4 hover:text-ink hover:underline"
              >
                {parent.name}
              </Link>
              <span aria-hidden="true">›</span>
            </>
          )}
        </nav>
        <TagDot color={tag.color} />
        {isRenaming ? (
          <div className="w-96 max-w-full text-lg">
            <RenameInPlace
              label={texts.nameOfTheTag}
              name={tag.name}
              maxLength={100}
              onRename={(name) => actions.change(tag.id, { name })}
              onClose={() => setRenaming(false)}
            />
          </div>
        ) : (
          <h1 tabIndex={-1} dir="auto" className="min-w-0 font-serif text-xl tracking-tight outline-none">
            {tag.name}
          </h1>
        )}
        <span className="text-soft">
          {texts.uses2(tag.usage_count)}
          {children.length > 0 && texts.withoutChildTags}
        </span>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
          {tag.usage_count > 0 && (
            <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
              <Download size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.exportCsv}
            </Button>
          )}
          {canEdit && tag.usage_count > 0 && (
            <Button onClick={() => setSending(true)}>
              <SquareKanban size={16} strokeWidth={1.75} aria-hidden="true" /> {texts.sendToTheBoard}
            </Button>
          )}
          {canEdit && (
            <TagMenu
              tag={tag}
              onRename={() => setRenaming(true)}
              onTopLevel={() => actions.change(tag.id, { parent_id: null })}
              onTask={setTask}
            />
          )}
          <PageTools />
        </div>
      </div>
      <TagDescription
        tag={tag}
        canEdit={canEdit}
        onChange={(description) => actions.change(tag.id, { description })}
      />
      {children.length > 0 && (
        <ul aria-label={texts.childTags} className="flex flex-wrap gap-1.5">
          {children.map((child) => (
            <li key={child.id} className="min-w-0">
              <Link to="/projects/$projectId/tags/$tagId" params={{ projectId, tagId: child.id }}>
                <TagChip name={`${child.name} · ${formatNumber(child.usage_count)}`} color={child.color} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <SendToBoardDialog projectId={projectId} tag={tag} open={isSending} onClose={() => setSending(false)} />
      <TagDialogs
        task={task}
        tags={tags}
        actions={actions}
        onClose={() => setTask(undefined)}
        onRemoved={(into) =>
          void (into
            ? navigate({ to: '/projects/$projectId/tags/$tagId', params: { projectId, tagId: into.id } })
            : navigate({ to: '/projects/$projectId/tags', params: { projectId }, search: {} }))
        }
      />
    </header>
  );
}

function Highlights({ projectId, tag }: { projectId: string; tag: Tag }) {
  const query = useInfiniteQuery(tagHighlightsQuery(projectId, tag.id));
  const highlights = query.data?.pages.flatMap((page) => page.data);
  if (query.isError && !highlights)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!highlights) return <Skeleton rows={4} label={texts.loadingTheHighlights} />;
  if (highlights.length === 0) {
    return <EmptyState title={texts.noHighlightsYet}>{texts.openFileSelectWordsIn}</EmptyState>;
  }
  return (
    <>
      <HighlightGroups projectId={projectId} highlights={highlights} isComplete={!query.hasNextPage} />
      {query.hasNextPage && (
        <div className="mt-6 text-center">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
