import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import { keyNames } from '../../lib/key-names.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { storedColors, tagHue, tagHues } from '../../ui/tag-colors.ts';
import { CollectedTags, colorOf, nameOf, type TagChoice } from './collected-tags.tsx';
import { fold } from './model/find.ts';
import { readRecentTags } from './recent-tags.ts';
import { texts } from './texts.ts';

/** Longer lists are narrowed by typing. */
const optionsMax = 60;

interface TagPickerProps {
  projectId: string;
  /** One tag, or several that were collected with + or with Shift and Enter. */
  onChoose(choices: TagChoice[]): void;
}

/** Finds tags by typing, or creates them. Recently used tags come first. */
export function TagPicker({ projectId, onChoose }: TagPickerProps) {
  const { data: tags, error, refetch } = useQuery(tagsQuery(projectId));
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const [collected, setCollected] = useState<TagChoice[]>([]);
  const id = useId();
  const name = words.trim();
  const found = useMemo(
    () => findTags(tags ?? [], words, readRecentTags(projectId)),
    [tags, words, projectId],
  );
  const isNew = tags && name !== '' && !tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  const shown = found.slice(0, optionsMax);
  const choices: TagChoice[] = [
    ...shown.map((tag) => ({ tag })),
    ...(isNew ? [{ name, color: nextColor(tags) }] : []),
  ];
  const selected = Math.min(active, choices.length - 1);
  const isCollected = (choice: TagChoice) => collected.some((one) => nameOf(one) === nameOf(choice));
  const drop = (choice: TagChoice) => setCollected(collected.filter((one) => nameOf(one) !== nameOf(choice)));
  const toggle = (choice: TagChoice) => {
    if (isCollected(choice)) drop(choice);
    else setCollected([...collected, choice]);
    setWords('');
    setActive(0);
  };
  const choose = (choice: TagChoice) => onChoose(isCollected(choice) ? collected : [...collected, choice]);
  const move = (to: number) => {
    setActive(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const count = choices.length;
    if (event.nativeEvent.isComposing || count === 0) return;
    if (event.key === 'ArrowDown') move((selected + 1) % count);
    else if (event.key === 'ArrowUp') move((selected - 1 + count) % count);
    else if (event.key === 'Enter' && event.shiftKey) toggle(choices[selected] as TagChoice);
    else if (event.key === 'Enter' && collected.length > 0 && name === '') onChoose(collected);
    else if (event.key === 'Enter') choose(choices[selected] as TagChoice);
    else return;
    event.preventDefault();
  };

  return (
    <>
      {collected.length > 0 && <CollectedTags choices={collected} onDrop={drop} />}
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={selected >= 0 ? `${id}-${selected}` : undefined}
        aria-label={texts.actions.tag}
        placeholder={texts.findOrCreateTag}
        dir="auto"
        maxLength={100}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="control w-full shrink-0 rounded-md border border-line bg-surface px-2.5 placeholder:text-soft focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
      />
      {error && !tags && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!tags && !error && <p className="p-2 text-sm text-soft">{texts.loadingTags}</p>}
      <div id={`${id}-list`} role="listbox" aria-label={texts.tags} className="mt-1 max-h-64 overflow-y-auto">
        {choices.map((choice, index) => (
          <div
            key={'tag' in choice ? choice.tag.id : 'new'}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            onPointerMove={() => setActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            aria-checked={isCollected(choice) || undefined}
            onClick={({ target }) => {
              const isMark = (target as Element).closest('[data-collect]') !== null;
              if (isMark || collected.length > 0) toggle(choice);
              else onChoose([choice]);
            }}
            onKeyDown={onKeyDown}
            className="control flex cursor-pointer items-center gap-2 rounded-md px-2 aria-selected:bg-sunken"
          >
            <TagDot color={colorOf(choice)} />
            {'tag' in choice ? (
              <span className="min-w-0 truncate" dir="auto">
                {choice.tag.name}
              </span>
            ) : (
              <span className="min-w-0 truncate">
                {texts.createTag} <bdi>{texts.quoted(choice.name)}</bdi>
              </span>
            )}
            {/* For a pointer. The keyboard collects with Shift and Enter. */}
            <span
              data-collect
              aria-hidden="true"
              title={texts.collect(nameOf(choice))}
              className="control ms-auto -me-2 grid w-8 shrink-0 place-items-center rounded-md text-soft hover:text-ink pointer-coarse:w-11"
            >
              {isCollected(choice) ? (
                <Check size={16} strokeWidth={1.75} className="text-accent" />
              ) : (
                <Plus size={16} strokeWidth={1.75} />
              )}
            </span>
          </div>
        ))}
      </div>
      {collected.length > 0 && (
        <Button variant="primary" onClick={() => onChoose(collected)} className="mt-2 w-full shrink-0">
          {texts.tagWith(collected.length)}
        </Button>
      )}
      {collected.length === 0 && choices.length > 0 && (
        <p className="px-2 pt-1 text-xs text-soft pointer-coarse:hidden">
          <Kbd>{keyNames('Shift+Enter')}</Kbd> {texts.collectsSeveral}
        </p>
      )}
      {tags && choices.length === 0 && <p className="p-2 text-sm text-soft">{texts.noTagsYet}</p>}
      {found.length > shown.length && (
        <p className="px-2 pt-1 text-xs text-soft">{texts.moreTags(found.length - shown.length)}</p>
      )}
    </>
  );
}

function findTags(tags: readonly Tag[], words: string, recent: readonly string[]): Tag[] {
  const wanted = fold(words.trim()).text;
  const rank = (tag: Tag) => {
    const place = recent.indexOf(tag.id);
    return place < 0 ? recent.length : place;
  };
  const startsWith = (tag: Tag) => (fold(tag.name).text.startsWith(wanted) ? 0 : 1);
  return tags
    .filter((tag) => fold(tag.name).text.includes(wanted))
    .sort((a, b) => startsWith(a) - startsWith(b) || rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** The hue that the fewest tags have. */
function nextColor(tags: readonly Tag[]): string {
  const counts = tagHues.map((hue) => tags.filter((tag) => tagHue(tag.color) === hue).length);
  return storedColors[tagHues[counts.indexOf(Math.min(...counts))] ?? 'green'];
}
