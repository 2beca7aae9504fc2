import { useState } from 'react';
import type { Tag } from '../../data/tags.ts';
import { Button } from '../../ui/button.tsx';
import { ColorPicker } from '../../ui/color-picker.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { withDescendants } from './tag-tree.ts';
import { texts } from './texts.ts';
import type { TagActions } from './use-tag-actions.ts';

/** What the user wants to do with the tags; `onto` after a drag. */
export type TagTask =
  | { kind: 'color' | 'parent' | 'merge' | 'delete'; tagIds: string[] }
  | { kind: 'dropped'; tagIds: string[]; onto: string };

interface TagDialogsProps {
  task: TagTask | undefined;
  tags: Tag[];
  actions: TagActions;
  onClose(): void;
  /** After a merge or a deletion the tags are gone. */
  onRemoved?(mergedInto?: Tag): void;
}

export function TagDialogs({ task, tags, actions, onClose, onRemoved }: TagDialogsProps) {
  if (!task) return null;
  const chosen = tags.filter(({ id }) => task.tagIds.includes(id));
  if (chosen.length === 0) return null;
  const names = chosen.length === 1 ? `“${chosen[0]?.name}”` : texts.tags(chosen.length);
  const merge = (into: Tag) => {
    onClose();
    void actions
      .merge(
        chosen.filter(({ id }) => id !== into.id).map(({ id }) => id),
        into,
      )
      .then(
        () => onRemoved?.(into),
        () => {},
      );
  };
  const move = (parentId: string | null) => {
    onClose();
    for (const { id } of chosen) actions.change(id, { parent_id: parentId });
  };

  switch (task.kind) {
    case 'color':
      return (
        <Dialog open onClose={onClose} title={texts.colorOf(names)}>
          <ColorPicker
            label={texts.color}
            value={chosen[0]?.color ?? null}
            onChange={(color) => {
              if (color) for (const { id } of chosen) actions.change(id, { color });
            }}
          />
          <DialogActions>
            <Button onClick={onClose}>{texts.done}</Button>
          </DialogActions>
        </Dialog>
      );
    case 'parent': {
      const excluded = withDescendants(tags, task.tagIds);
      return (
        <Dialog open onClose={onClose} title={texts.moveUnder(names)}>
          <PickList
            label={texts.findATag}
            options={tags.filter(({ id }) => !excluded.has(id))}
            selected={chosen.flatMap(({ parent_id }) => parent_id ?? [])}
            onToggle={move}
          />
          <DialogActions>
            <Button onClick={() => move(null)}>{texts.moveToTheTopLevel}</Button>
          </DialogActions>
        </Dialog>
      );
    }
    case 'merge':
      return <MergeDialog names={names} chosen={chosen} tags={tags} onMerge={merge} onClose={onClose} />;
    case 'dropped': {
      const onto = tags.find(({ id }) => id === task.onto);
      if (!onto) return null;
      return (
        <Dialog
          open
          onClose={onClose}
          title={texts.namesAnd(names, onto.name)}
          description={mergeText(chosen, onto)}
        >
          <DialogActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <Button onClick={() => move(onto.id)}>{texts.putUnder(shorten(onto.name))}</Button>
            <Button variant="danger" onClick={() => merge(onto)}>
              {texts.mergeInto(shorten(onto.name))}
            </Button>
          </DialogActions>
        </Dialog>
      );
    }
    case 'delete':
      return (
        <ConfirmDialog
          open
          onClose={onClose}
          title={texts.deleteQuestion(names)}
          description={deleteText(chosen, tags)}
          action={chosen.length === 1 ? texts.deleteTag : texts.deleteTags}
          onConfirm={() => {
            onClose();
            void actions.remove(task.tagIds).then(
              () => onRemoved?.(),
              () => {},
            );
          }}
        />
      );
  }
}

const shorten = (name: string) => ([...name].length > 24 ? `${[...name].slice(0, 23).join('')}…` : name);

const uses = (tags: Tag[]) => tags.reduce((sum, tag) => sum + tag.usage_count, 0);

const mergeText = (chosen: Tag[], into: Tag) =>
  chosen.length === 1
    ? texts.mergeOneConsequence(uses(chosen), into.name)
    : texts.mergeManyConsequence(uses(chosen), into.name);

function deleteText(chosen: Tag[], tags: Tag[]): string {
  const ids = new Set(chosen.map(({ id }) => id));
  const children = tags.filter(({ id, parent_id }) => parent_id && ids.has(parent_id) && !ids.has(id)).length;
  return [
    texts.deleteRemovesUses(uses(chosen)),
    children > 0 && texts.childTagsMoveUp(children),
    texts.itCantBeUndone,
  ]
    .filter(Boolean)
    .join(' ');
}

interface MergeDialogProps {
  names: string;
  chosen: Tag[];
  tags: Tag[];
  onMerge(into: Tag): void;
  onClose(): void;
}

function MergeDialog({ names, chosen, tags, onMerge, onClose }: MergeDialogProps) {
  const [intoId, setIntoId] = useState<string>();
  const into = tags.find(({ id }) => id === intoId);
  // If several tags are merged, one of them can be the one that stays.
  const options = chosen.length > 1 ? tags : tags.filter(({ id }) => id !== chosen[0]?.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.mergeNamed(names)}
      description={
        into
          ? mergeText(
              chosen.filter(({ id }) => id !== into.id),
              into,
            )
          : texts.chooseTheTagThatStays
      }
    >
      <PickList
        label={texts.findATag}
        options={options}
        selected={intoId ? [intoId] : []}
        onToggle={setIntoId}
      />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="danger" disabled={!into} onClick={() => into && onMerge(into)}>
          {into ? texts.mergeInto(shorten(into.name)) : texts.merge}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
