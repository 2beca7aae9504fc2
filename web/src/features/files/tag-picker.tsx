import { Command } from 'cmdk';
import { Check, Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ProjectFile } from '../../data/files.ts';
import { type Tag, useCreateTag } from '../../data/tags.ts';
import { errorMessage } from '../../lib/errors.ts';
import { TagDot } from '../../ui/tag-chip.tsx';
import { texts } from './texts.ts';

interface TagPickerProps {
  projectId: string;
  tags: readonly Tag[];
  files: readonly ProjectFile[];
  onPick(tag: Tag, add: boolean): void;
}

const row =
  'control flex items-center gap-2 rounded-md px-2 outline-none select-none aria-selected:bg-sunken cursor-pointer';
const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;

/** Searches the tags of the project by keyboard. A tag that all files have is taken away; any other is added. */
export function TagPicker({ projectId, tags, files, onPick }: TagPickerProps) {
  const [text, setText] = useState('');
  const createTag = useCreateTag(projectId);
  const name = text.trim();
  const isNew = name !== '' && !tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  return (
    <Command label={texts.tags} className="flex flex-col gap-2">
      <Command.Input
        value={text}
        onValueChange={setText}
        maxLength={100}
        placeholder={texts.findOrCreateATag}
        className="control w-full rounded-md border border-line bg-surface px-2.5 placeholder:text-soft focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40"
      />
      {createTag.error && (
        <p role="alert" className="text-sm text-danger">
          {errorMessage(createTag.error)}
        </p>
      )}
      <Command.List className="max-h-64 overflow-y-auto">
        {!isNew && (
          <Command.Empty className="px-2 py-1.5 text-sm text-soft">{texts.noTagsYetTypeName}</Command.Empty>
        )}
        {tags.map((tag) => {
          const count = files.filter((file) => file.tag_ids.includes(tag.id)).length;
          const isAll = count === files.length;
          return (
            <Command.Item
              key={tag.id}
              value={tag.id}
              keywords={[tag.name]}
              onSelect={() => onPick(tag, !isAll)}
              className={row}
            >
              <TagDot color={tag.color} />
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {tag.name}
              </span>
              {count > 0 && (
                <span className="sr-only">
                  {isAll ? texts.onAllSelectedFiles : texts.onSomeSelectedFiles}
                </span>
              )}
              {count > 0 && (isAll ? <Check {...icon} /> : <Minus {...icon} />)}
            </Command.Item>
          );
        })}
        {isNew && (
          <Command.Item
            value={`create ${name}`}
            keywords={[name]}
            onSelect={() => {
              if (!createTag.isPending) createTag.mutate({ name }, { onSuccess: (tag) => onPick(tag, true) });
            }}
            className={row}
          >
            <Plus {...icon} />
            <span className="min-w-0 truncate">{texts.create(name)}</span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}
