import { useEffect, useMemo, useState } from 'react';
import type { Tag } from '../../data/tags.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TagDialogs, type TagTask } from './tag-dialogs.tsx';
import { TagList } from './tag-list.tsx';
import type { TagRowActions } from './tag-row.tsx';
import { type TagSort, treeRows } from './tag-tree.ts';
import type { TagsSearch } from './tags-search.ts';
import { texts } from './texts.ts';
import { useTagActions } from './use-tag-actions.ts';

interface AllTagsProps {
  projectId: string;
  tags: Tag[];
  canEdit: boolean;
  search: TagsSearch;
  onSearch(change: Record<string, string | undefined>): void;
  onCreate(parentId: string): void;
}

export function AllTags({ projectId, tags, canEdit, search, onSearch, onCreate }: AllTagsProps) {
  const [text, setText] = useState(search.q ?? '');
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [renamingId, setRenaming] = useState<string>();
  const [task, setTask] = useState<TagTask>();
  const change = useTagActions(projectId);
  const debounced = useDebouncedValue(text, 200);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed goes into the URL
  useEffect(() => {
    if (debounced !== (search.q ?? '')) onSearch({ q: debounced || undefined });
  }, [debounced]);

  const sort: TagSort = search.sort ?? 'name';
  const rows = useMemo(() => treeRows(tags, { q: text, sort, collapsed }), [tags, text, sort, collapsed]);
  const actions = useMemo<TagRowActions>(
    () => ({
      rename: (tagId, name) => change.change(tagId, { name }),
      setRenaming,
      addChild: onCreate,
      moveToTop: (tagId) => change.change(tagId, { parent_id: null }),
      toggleSelected: (tagId) => setSelected((before) => toggle(before, tagId)),
      toggleCollapsed: (tagId) => setCollapsed((before) => toggle(before, tagId)),
      onTask: setTask,
    }),
    [change, onCreate],
  );
  const chosen = tags.filter(({ id }) => selected.has(id)).map(({ id }) => id);

  if (tags.length === 0) {
    return (
      <EmptyState
        title={texts.noTagsYet}
        action={canEdit && <Button onClick={() => onCreate('new')}>{texts.newTag}</Button>}
      >
        {texts.tagsMarkWhatPeopleSay}
      </EmptyState>
    );
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        {canEdit && (
          <Checkbox
            label={texts.selectAllShownTags}
            className="mx-2"
            checked={chosen.length > 0 && rows.every(({ tag }) => selected.has(tag.id))}
            indeterminate={chosen.length > 0 && !rows.every(({ tag }) => selected.has(tag.id))}
            onChange={(event) =>
              setSelected(new Set(event.target.checked ? rows.map(({ tag }) => tag.id) : []))
            }
          />
        )}
        <SearchField
          label={texts.findTags}
          placeholder={texts.findTags}
          value={text}
          onChange={setText}
          className="w-64 max-sm:flex-1"
        />
        <SegmentedControl
          label={texts.order}
          value={sort}
          onChange={(next) => onSearch({ sort: next === 'usage' ? next : undefined })}
          options={[
            { value: 'name', name: texts.name },
            { value: 'usage', name: texts.mostUsed },
          ]}
        />
        {chosen.length > 0 && (
          <section aria-label={texts.selectedTags} className="flex flex-wrap items-center gap-2">
            <span className="text-sm font-medium">{texts.tagsSelected(chosen.length)}</span>
            <Button onClick={() => setTask({ kind: 'merge', tagIds: chosen })}>{texts.mergeMenuItem}</Button>
            <Button onClick={() => setTask({ kind: 'parent', tagIds: chosen })}>{texts.moveMenuItem}</Button>
            <Button onClick={() => setTask({ kind: 'color', tagIds: chosen })}>{texts.colorMenuItem}</Button>
            <Button variant="danger" onClick={() => setTask({ kind: 'delete', tagIds: chosen })}>
              {texts.deleteMenuItem}
            </Button>
            <Button variant="bare" onClick={() => setSelected(new Set())}>
              {texts.clear}
            </Button>
          </section>
        )}
      </div>
      <p className="px-2 text-sm text-soft">{texts.numbersCountHighlightsAndFiles}</p>
      {rows.length === 0 ? (
        <p className="py-8 text-center text-soft">{texts.noTagsMatch(text.trim())}</p>
      ) : (
        <TagList
          rows={rows}
          projectId={projectId}
          canEdit={canEdit}
          selected={selected}
          collapsed={collapsed}
          renamingId={renamingId}
          actions={actions}
        />
      )}
      <TagDialogs
        task={task}
        tags={tags}
        actions={change}
        onClose={() => setTask(undefined)}
        onRemoved={() => setSelected(new Set())}
      />
    </div>
  );
}

function toggle(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(id)) next.add(id);
  return next;
}
