import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { filesQuery } from '../../data/files.ts';
import { tagsQuery } from '../../data/tags.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ChangeNotesView, NotesView } from './notes-view.ts';
import { texts } from './texts.ts';

interface NoteFiltersProps {
  projectId: string;
  view: NotesView;
  onChangeView: ChangeNotesView;
}

export function NoteFilters({ projectId, view, onChangeView }: NoteFiltersProps) {
  const [query, setQuery] = useSearchText(view.q ?? '', (q) =>
    onChangeView({ q: q || undefined }, { replace: true }),
  );
  const tags = useQuery(tagsQuery(projectId));
  const files = useInfiniteQuery(
    filesQuery(projectId, { q: '', kind: '', status: '', transcription: '', tag: '', sort: 'name' }),
  );
  const named = (all: string, items: { id: string; name: string }[] | undefined) => [
    { value: '', name: all },
    ...(items ?? []).map(({ id, name }) => ({ value: id, name })),
  ];
  return (
    <search className="mb-3 space-y-2">
      <SearchField
        label={texts.searchNotes}
        placeholder={texts.titleOrText}
        value={query}
        onChange={setQuery}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select
          className="w-full"
          label={texts.file}
          value={view.file ?? ''}
          onChange={(file) => onChangeView({ file: file || undefined }, { replace: true })}
          options={named(
            texts.allFiles,
            files.data?.pages.flatMap((page) => page.data),
          )}
        />
        <Select
          className="w-full"
          label={texts.tag}
          value={view.tag ?? ''}
          onChange={(tag) => onChangeView({ tag: tag || undefined }, { replace: true })}
          options={named(texts.allTags, tags.data)}
        />
      </div>
    </search>
  );
}
