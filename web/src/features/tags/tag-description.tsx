import { useState } from 'react';
import type { Tag } from '../../data/tags.ts';
import { texts } from './texts.ts';

interface TagDescriptionProps {
  tag: Tag;
  canEdit: boolean;
  onChange(description: string | null): void;
}

/** When to use the tag. Editable in place. */
export function TagDescription({ tag, canEdit, onChange }: TagDescriptionProps) {
  const [draft, setDraft] = useState<string>();
  if (!canEdit)
    return (
      tag.description && (
        <p dir="auto" className="max-w-prose text-soft">
          {tag.description}
        </p>
      )
    );
  const save = () => {
    const text = draft?.trim();
    if (text !== undefined && text !== (tag.description ?? '')) onChange(text || null);
    setDraft(undefined);
  };
  return (
    <textarea
      aria-label={texts.description}
      dir="auto"
      rows={1}
      maxLength={2000}
      placeholder={texts.describeWhenToUseTag}
      value={draft ?? tag.description ?? ''}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(undefined);
      }}
      className="-mx-2 block w-[calc(100%+1rem)] max-w-prose resize-none rounded-md border border-transparent bg-transparent px-2 py-1 text-soft [field-sizing:content] placeholder:text-soft hover:border-line focus:border-accent focus:text-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent/40 pointer-coarse:min-h-11"
    />
  );
}
