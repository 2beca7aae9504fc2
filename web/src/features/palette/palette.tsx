import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { MessageCircleQuestionMark } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { quickSearchQuery, type SearchHit } from '../../data/search.ts';
import { keyNames } from '../../lib/key-names.ts';
import { linkTo } from '../../lib/link-to.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { hitIcons, hitNames, Snippet } from '../search/index.ts';
import { type Entry, matches } from './entries.ts';
import { texts } from './texts.ts';
import { useEntries } from './use-entries.ts';

/** Goes to a page, does something, or finds material, in that order; what was opened last is first. */
export function Palette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState('');
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="animate-appear fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-line bg-surface shadow-2xl outline-none"
        >
          <Dialog.Title className="sr-only">{texts.searchAndCommands}</Dialog.Title>
          <Command
            loop
            shouldFilter={false}
            label={texts.searchAndCommands}
            value={selected}
            onValueChange={setSelected}
          >
            <Command.Input
              value={text}
              onValueChange={setText}
              maxLength={200}
              placeholder={texts.placeholder}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-md outline-none placeholder:text-soft"
            />
            <Command.List className="max-h-[60vh] overflow-y-auto overscroll-contain p-2">
              <Results text={text.trim()} onFirst={setSelected} onClose={onClose} />
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const heading =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-soft';
const row =
  'control flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 data-[selected=true]:bg-sunken [&>svg]:shrink-0 [&>svg]:text-soft cursor-pointer';

const everything = 'search everything';
const hitId = ({ type, id }: SearchHit) => `${type} ${id}`;

interface ResultsProps {
  text: string;
  /** Selects the first result, even when it arrives later than the others. */
  onFirst(id: string): void;
  onClose(): void;
}

function Results({ text, onFirst, onClose }: ResultsProps) {
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const [isWide, setWide] = useState(false);
  const scope = isWide ? undefined : projectId;
  const { recent, go, actions } = useEntries(text === '');
  const q = useDebouncedValue(text, 200);
  const search = useQuery(quickSearchQuery(text === '' ? '' : q, scope));
  const hits = text === '' ? [] : (search.data ?? []);
  const choose = (run: () => unknown) => {
    onClose();
    // After the dialog has returned the focus, so that the page can take it.
    setTimeout(run, 0);
  };
  const groups = (
    [
      [texts.recent, recent],
      [texts.goTo, go],
      [texts.do, actions],
    ] as [string, Entry[]][]
  ).map(([name, all]) => ({
    name,
    entries: all.filter(({ label, words }) => matches(text, `${label} ${words ?? ''}`)).slice(0, 8),
  }));
  const firstHit = hits[0] && hitId(hits[0]);
  const first = groups.flatMap(({ entries }) => entries)[0]?.id ?? firstHit ?? everything;
  useEffect(() => onFirst(first), [first, onFirst]);
  const searchItem = (
    <Command.Item
      value={everything}
      onSelect={() => choose(() => navigate({ to: '/search', search: { q: text, project: scope } }))}
      className={row}
    >
      <hitIcons.search size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 truncate">
        {scope ? texts.searchThisProjectFor(text) : texts.searchEverythingFor(text)}
      </span>
      {search.isFetching && <span className="ms-auto text-sm text-soft">{texts.searching}</span>}
      {search.isError && <span className="ms-auto text-sm text-danger">{texts.theSearchFailed}</span>}
    </Command.Item>
  );

  const askItem = projectId && text !== '' && (
    <Command.Item
      value="ask"
      onSelect={() =>
        choose(() => navigate({ to: '/projects/$projectId/ask', params: { projectId }, search: { q: text } }))
      }
      className={row}
    >
      <MessageCircleQuestionMark size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 truncate">{texts.askAbout(text)}</span>
    </Command.Item>
  );

  return (
    <>
      {groups.map(({ name, entries }) => {
        if (entries.length === 0) return null;
        return (
          <Command.Group key={name} heading={name} className={heading}>
            {entries.map(({ id, label, detail, icon: Icon, keys, run }) => (
              <Command.Item key={id} value={id} onSelect={() => choose(run)} className={row}>
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                <span className="min-w-0 truncate" dir="auto">
                  {label}
                </span>
                {detail && (
                  <span className="min-w-0 truncate text-sm text-soft" dir="auto">
                    {detail}
                  </span>
                )}
                {keys && (
                  <span className="ms-auto">
                    <Kbd>{keyNames(keys)}</Kbd>
                  </span>
                )}
              </Command.Item>
            ))}
          </Command.Group>
        );
      })}
      {text !== '' && (
        <Command.Group heading={scope ? texts.findInThisProject : texts.find} className={heading}>
          {/* Without a hit, Enter searches. */}
          {hits.length === 0 && searchItem}
          {hits.map((hit) => {
            const Icon = hitIcons[hit.type];
            return (
              <Command.Item
                key={hitId(hit)}
                value={hitId(hit)}
                onSelect={() => choose(() => navigate(linkTo(hit.url)))}
                className={row}
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate" dir="auto">
                    {hit.type === 'segment' ? (
                      <Snippet text={hit.snippet} />
                    ) : (
                      (hit.title ?? <Snippet text={hit.snippet} />)
                    )}
                  </span>
                  <span className="block truncate text-sm text-soft" dir="auto">
                    {[hitNames()[hit.type], hit.type === 'segment' ? hit.title : null, hit.project_name]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </Command.Item>
            );
          })}
          {scope && (
            <Command.Item value={texts.allProjects} onSelect={() => setWide(true)} className={row}>
              <hitIcons.project size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className="min-w-0 truncate">{texts.findInAllProjects}</span>
            </Command.Item>
          )}
          {hits.length > 0 && searchItem}
          {askItem}
        </Command.Group>
      )}
    </>
  );
}
