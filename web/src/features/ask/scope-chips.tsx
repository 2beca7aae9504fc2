import { ClipboardList, FileVideo, type LucideIcon, Tag, Users, X } from 'lucide-react';
import { useState } from 'react';
import type { AskScope } from '../../data/chats.ts';
import { Popover } from '../../ui/popover.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import {
  matchingOptions,
  type ScopeKind,
  type ScopeOption,
  type ScopeOptions,
  toggleOption,
} from './scope-options.ts';
import { texts } from './texts.ts';

const icons: Record<ScopeKind, LucideIcon> = {
  files: FileVideo,
  tags: Tag,
  people: Users,
  tests: ClipboardList,
};

const shownMax = 100;

interface ScopeChipsProps {
  scope: AskScope;
  onChange(scope: AskScope): void;
  options: ScopeOptions;
  onOpen(): void;
  /** The file of the page beside the panel. */
  ownFile: string | undefined;
  kinds: readonly ScopeKind[];
  /** In the panel. A touch screen scrolls the chips, other screens have several lines of them if they need them. */
  narrow: boolean;
}

/** What a question is limited to. Each chip opens a menu with search. */
export const ScopeChips = ({ kinds, options, ...rest }: ScopeChipsProps) => (
  <fieldset
    className={`flex min-w-0 items-center gap-1.5 ${rest.narrow ? 'flex-wrap pointer-coarse:-mx-4 pointer-coarse:flex-nowrap pointer-coarse:overflow-x-auto pointer-coarse:px-4 [scrollbar-width:none]' : 'overflow-x-auto p-0.5 [scrollbar-width:none]'}`}
  >
    <legend className="sr-only">{texts.scope}</legend>
    {kinds.map((kind) => (
      <Chip key={kind} kind={kind} options={options[kind]} {...rest} />
    ))}
  </fieldset>
);

interface ChipProps extends Omit<ScopeChipsProps, 'options' | 'kinds'> {
  kind: ScopeKind;
  options: readonly ScopeOption[];
}

function Chip({ kind, scope, onChange, options, onOpen, ownFile, narrow }: ChipProps) {
  const chosen = scope[kind];
  const [only] = chosen;
  const Shape = icons[kind];
  const option = options.find(({ id }) => id === only);
  const name =
    chosen.length > 1
      ? texts.chosen[kind](chosen.length)
      : kind === 'files' && only !== undefined && only === ownFile
        ? texts.thisFile
        : (option?.name ?? (only === undefined ? texts.all[kind] : texts.chosen[kind](1)));
  const isChosen = chosen.length > 0;
  // Four names do not fit beside each other, and few questions are about a study.
  const isIconOnly = narrow && kind === 'tests' && !isChosen;
  return (
    <span
      className={`inline-flex h-8 max-w-56 shrink-0 items-center rounded-md border text-sm font-medium pointer-coarse:h-auto ${isChosen ? 'border-transparent bg-accent-wash text-ink' : 'border-line bg-surface text-soft'}`}
    >
      <Popover
        label={texts.searchIn[kind]}
        onOpenChange={(open) => open && onOpen()}
        trigger={
          <button
            type="button"
            className="inline-flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
            title={isIconOnly ? name : undefined}
          >
            {isChosen && kind === 'tags' && chosen.length === 1 ? (
              <TagDot color={option?.color} />
            ) : (
              <Shape size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            )}
            <span dir="auto" className={isIconOnly ? 'sr-only' : 'truncate'}>
              {name}
            </span>
          </button>
        }
      >
        <OptionList kind={kind} scope={scope} onChange={onChange} options={options} />
      </Popover>
      {isChosen && (
        <button
          type="button"
          aria-label={texts.remove(name)}
          onClick={() => onChange({ ...scope, [kind]: [] })}
          className="inline-flex h-full items-center justify-center rounded-md pe-2 ps-0.5 text-soft hover:text-ink pointer-coarse:size-11"
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

function OptionList({
  kind,
  scope,
  onChange,
  options,
}: Pick<ChipProps, 'kind' | 'scope' | 'onChange' | 'options'>) {
  const [typed, setTyped] = useState('');
  const shown = matchingOptions(options, typed, shownMax);
  return (
    <>
      <SearchField label={texts.searchIn[kind]} value={typed} onChange={setTyped} />
      <ul className="mt-2 max-h-64 overflow-y-auto">
        {shown.map((option) => (
          <li key={option.id}>
            <label className="control flex items-center gap-2 rounded-md px-2 hover:bg-sunken">
              <input
                type="checkbox"
                className="size-4 shrink-0"
                checked={scope[kind].includes(option.id)}
                onChange={() => onChange(toggleOption(scope, option))}
              />
              {kind === 'tags' && <TagDot color={option.color} />}
              <span dir="auto" className="min-w-0 truncate">
                {option.name}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="mt-2 px-2 text-sm text-soft">
          {options.length === 0 ? texts.nothingToChoose : texts.nothingMatches(typed)}
        </p>
      )}
    </>
  );
}
