import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { prefetched } from '../../data/prefetched.ts';
import { tagsQuery } from '../../data/tags.ts';
import { TagDot } from '../../ui/tag-chip.tsx';
import { texts } from './texts.ts';

interface TagFilterProps {
  projectId: string;
  tagId: string;
  onClear(): void;
}

/** Says above the text that only the highlights of one tag are shown, whichever tab is open beside it. */
export function TagFilter({ projectId, tagId, onClear }: TagFilterProps) {
  const { data: tags } = useQuery({ ...tagsQuery(projectId), ...prefetched });
  const tag = tags?.find(({ id }) => id === tagId);
  const name = tag?.name ?? texts.oneTag;
  return (
    <div className="flex shrink-0 px-4 pt-2 sm:px-7 print:hidden">
      <button
        type="button"
        aria-label={texts.onlyTag(name)}
        onClick={onClear}
        className="control inline-flex max-w-full min-w-0 items-center gap-2 rounded-full border border-line bg-surface px-3 text-sm hover:border-edge"
      >
        <TagDot color={tag?.color} />
        <span className="min-w-0 truncate">
          {texts.only} <bdi className="font-medium">{name}</bdi>
        </span>
        <X size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
      </button>
    </div>
  );
}
