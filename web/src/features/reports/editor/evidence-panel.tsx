import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { Kbd } from '../../../ui/kbd.tsx';
import type { Drag } from '../../../ui/pointer-drag.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import type { Evidence } from './evidence.ts';
import { Cards, Clips, Highlights } from './evidence-lists.tsx';
import type { EvidenceTab } from './slash-menu.ts';
import { texts } from './texts.ts';

export interface EvidencePanelProps {
  projectId: string;
  mayInsert: boolean;
  tab: EvidenceTab;
  onTab(tab: EvidenceTab): void;
  /** What the text has already, by the words or the id of the record. */
  used: ReadonlySet<string>;
  onInsert(evidence: Evidence): void;
  /** What a row does when it is dragged. */
  onDrag(evidence: Evidence, row: HTMLElement): Drag;
  onGoTo(evidence: Evidence): void;
  /** The search takes the focus, once. */
  wantsSearch: boolean;
  onSearch(): void;
}

const tabs = ['highlights', 'clips', 'cards'] as const;

/** Finds passages, clips and cards of the project and inserts them. */
export function EvidencePanel(props: EvidencePanelProps) {
  const { projectId, tab, onTab, used, onInsert, onDrag, onGoTo, mayInsert } = props;
  const [search, setSearch] = useState('');
  const { wantsSearch } = props;
  const onSearch = useEffectEvent(props.onSearch);
  useEffect(() => {
    if (!wantsSearch) return;
    document.getElementById('evidence-search')?.focus();
    onSearch();
  }, [wantsSearch]);
  const list = { projectId, q: search.trim(), used, onInsert, onDrag, onGoTo, mayInsert };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from the search to the rows inside.
    <div className="flex h-full min-h-0 flex-col" onKeyDown={moveAmongRows}>
      <div role="tablist" aria-label={texts.evidence} className="flex gap-4 border-b border-line px-4">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            onClick={() => onTab(name)}
            className="-mb-px min-h-9 border-b-2 border-transparent text-base font-medium text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink pointer-coarse:min-h-11"
          >
            {texts.tabs[name]}
          </button>
        ))}
      </div>
      <div className="px-4 pt-3">
        <SearchField
          id="evidence-search"
          label={texts.find}
          placeholder={texts.find}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div role="tabpanel" aria-label={texts.tabs[tab]} className="flex min-h-0 flex-1 flex-col">
        {tab === 'highlights' ? (
          <Highlights {...list} />
        ) : tab === 'clips' ? (
          <Clips {...list} />
        ) : (
          <Cards {...list} />
        )}
      </div>
      {mayInsert && (
        <p className="hidden items-center gap-4 border-t border-line px-4 py-2 text-sm text-soft xl:flex">
          <span>
            <Kbd>{texts.enterKey}</Kbd> {texts.keysInsert}
          </span>
          <span>
            <Kbd>{texts.spaceKey}</Kbd> {texts.keysPlay}
          </span>
          <span>{texts.orDrag}</span>
        </p>
      )}
    </div>
  );
}

/** Down leads from the search to the first row, and Up from the first row back to the search. Enter presses the button of a row. */
function moveAmongRows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const search = event.currentTarget.querySelector<HTMLElement>('#evidence-search');
  const rows = [...event.currentTarget.querySelectorAll('[data-evidence]')];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  if (step === undefined || (current < 0 && document.activeElement !== search)) return;
  const next = rows[current + step]?.querySelector<HTMLElement>('[data-row-action]');
  event.preventDefault();
  if (current + step < 0) search?.focus();
  else next?.focus();
}
