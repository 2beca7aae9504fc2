import { useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';
import type { SearchView } from './search-view.ts';
import { texts } from './texts.ts';
import { useArrowKeys } from './use-arrow-keys.ts';

export function SearchPage({ view, onView }: { view: SearchView; onView(change: SearchView): void }) {
  const [text, setText] = useState(view.q ?? '');
  const typed = useDebouncedValue(text.trim(), 200);
  const lastQ = useRef(view.q ?? '');
  const q = view.q ?? '';
  usePageTitle(q ? texts.searchFor(q) : texts.search);
  useEffect(() => {
    // The address changed without the field: Back, or a search from the palette.
    if (q !== lastQ.current) {
      lastQ.current = q;
      setText(q);
    }
  }, [q]);
  useEffect(() => {
    if (typed === lastQ.current) return;
    lastQ.current = typed;
    onView({ q: typed || undefined });
  }, [typed, onView]);
  const { container, onKeyDown } = useArrowKeys();

  return (
    <Page>
      <PageHead title={texts.search} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the field and the links inside. */}
      <div ref={container} onKeyDown={onKeyDown}>
        <SearchField
          label={texts.search}
          placeholder={texts.wordsOrAnExactPhrase}
          value={text}
          onChange={setText}
          autoFocus
          data-arrow-stop
          className="mb-3"
        />
        <SearchFilters view={view} onView={onView} />
        {q ? (
          <SearchResults view={view} onView={onView} />
        ) : (
          <EmptyState title={texts.searchAllYourMaterial}>{texts.lead}</EmptyState>
        )}
      </div>
    </Page>
  );
}
