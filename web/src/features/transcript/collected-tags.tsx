import { X } from 'lucide-react';
import type { Tag } from '../../data/tags.ts';
import { tagStyle } from '../../ui/tag-colors.ts';
import { texts } from './texts.ts';

/** A tag of the project, or one that is created with its first highlight. */
export type TagChoice = { tag: Tag } | { name: string; color: string };

export const nameOf = (choice: TagChoice) => ('tag' in choice ? choice.tag.name : choice.name);
export const colorOf = (choice: TagChoice) => ('tag' in choice ? choice.tag.color : choice.color);

interface CollectedTagsProps {
  choices: readonly TagChoice[];
  onDrop(choice: TagChoice): void;
}

/** The tags that were chosen for one selection so far. */
export const CollectedTags = ({ choices, onDrop }: CollectedTagsProps) => (
  <ul aria-label={texts.chosenTags} className="mb-2 flex flex-wrap gap-1">
    {choices.map((choice) => (
      <li key={nameOf(choice)} className="max-w-full">
        <button
          type="button"
          aria-label={texts.remove(nameOf(choice))}
          onClick={() => onDrop(choice)}
          style={tagStyle(colorOf(choice))}
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-(--tag-wash) px-1.5 text-xs font-medium text-(--tag-ink) pointer-coarse:min-h-11"
        >
          <span className="min-w-0 truncate" dir="auto">
            {nameOf(choice)}
          </span>
          <X size={12} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        </button>
      </li>
    ))}
  </ul>
);
