import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { type Tag, tagsQuery } from '../../data/tags.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { storedColors, tagHue, tagHues } from '../../ui/tag-colors.ts';
import { fold } from './model/find.ts';
import { readRecentTags } from './recent-tags.ts';
import { texts } from './texts.ts';

export type TagChoice = { tag: Tag } | { name: string; color: string };

/** Longer lists are narrowed by typing. */
const optionsMax = 60;

/** Finds a tag by typing, or creates it. Recently used tags come first. */
export function TagPicker({ projectId, onChoose }: { projectId: string; onChoose(choice: TagChoice): void }) {
  const { data: tags, error, refetch } = useQuery(tagsQuery(projectId));
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
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
  const move = (to: number) => {
    setActive(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const count = choices.length;
    if (event.nativeEvent.isComposing || count === 0) return;
    if (event.key === 'ArrowDown') move((selected + 1) % count);
    else if (event.key === 'ArrowUp') move((selected - 1 + count) % count);
    else if (event.key === 'Enter') onChoose(choices[selected] as TagChoice);
    else return;
    event.preventDefault();
  };

  return (
    <>
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
            onClick={() => onChoose(choice)}
            onKeyDown={onKeyDown}
            className="control flex cursor-pointer items-center gap-2 rounded-md px-2 aria-selected:bg-sunken"
          >
            <TagDot color={'tag' in choice ? choice.tag.color : choice.color} />
            {'tag' in choice ? (
              <span className="min-w-0 truncate" dir="auto">
                {choice.tag.name}
              </span>
            ) : (
              <span className="min-w-0 truncate">
                {texts.createTag} <bdi>{texts.quoted(choice.name)}</bdi>
              </span>
            )}
          </div>
        ))}
      </div>
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
