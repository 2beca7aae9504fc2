import { useQuery } from '@tanstack/react-query';
import { Scissors, Tag as TagIcon, Trash2, X } from 'lucide-react';
import { cardTitlesQuery, hasSound } from '../../data/highlight-changes.ts';
import type { Highlight } from '../../data/highlights.ts';
import { type Tag, useCreateTag } from '../../data/tags.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { texts } from './texts.ts';
import type { BulkActions } from './use-bulk-actions.ts';

/** The list of the bar that is open. */
export type OpenList = 'tag' | 'card' | undefined;

interface BulkBarProps {
  projectId: string;
  highlights: readonly Highlight[];
  tags: readonly Tag[];
  actions: BulkActions;
  open: OpenList;
  onOpen(list: OpenList): void;
  onClear(): void;
}

/** What can be done with the selected highlights. It has its own place below the list, so it never covers a row. */
export function BulkBar(props: BulkBarProps) {
  const { projectId, highlights, tags, actions, open, onOpen, onClear } = props;
  const createTag = useCreateTag(projectId);
  const inAll = tags.filter((tag) =>
    highlights.every(({ taggings }) => taggings.some(({ tag_id }) => tag_id === tag.id)),
  );
  const toggleTag = (tagId: string) => {
    const tag = tags.find(({ id }) => id === tagId);
    if (!tag) return;
    if (inAll.includes(tag)) actions.removeTag(tag, highlights);
    else actions.addTag(tag, highlights);
    onOpen(undefined);
    onClear();
  };
  const seconds = highlights
    .filter(hasSound)
    .reduce((sum, { start_seconds, end_seconds }) => sum + (end_seconds ?? 0) - (start_seconds ?? 0), 0);
  const people = new Set(highlights.flatMap(({ person_id }) => person_id ?? [])).size;
  const thenClear = (run: () => void) => () => {
    run();
    onClear();
  };
  return (
    <section
      aria-label={texts.bar}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 sm:px-6"
    >
      <p className="me-auto min-w-0 max-md:w-full" aria-live="polite">
        <span className="font-medium">{texts.selected(highlights.length)}</span>{' '}
        <span className="ms-1 text-sm text-soft">
          {texts.facts(seconds > 0 ? formatTimecode(seconds) : null, people)}
        </span>
      </p>
      <Popover
        label={texts.tagLabel}
        open={open === 'tag'}
        onOpenChange={(isOpen) => onOpen(isOpen ? 'tag' : undefined)}
        trigger={
          <Button>
            <TagIcon size={15} strokeWidth={1.75} aria-hidden="true" /> {texts.tag}{' '}
            <span className="pointer-coarse:hidden max-md:hidden">
              <Kbd>{texts.tagKey}</Kbd>
            </span>
          </Button>
        }
      >
        <PickList
          label={texts.tagLabel}
          options={tags}
          selected={inAll.map(({ id }) => id)}
          onToggle={toggleTag}
          onCreate={(name) => {
            createTag.mutate({ name }, { onSuccess: (tag) => actions.addTag(tag, highlights) });
            onOpen(undefined);
            onClear();
          }}
        />
      </Popover>
      <Button onClick={thenClear(() => actions.makeClips(highlights))}>
        <Scissors size={15} strokeWidth={1.75} aria-hidden="true" /> {texts.makeClips}
      </Button>
      <Button variant="danger" onClick={thenClear(() => actions.deleteAll(highlights))}>
        <Trash2 size={15} strokeWidth={1.75} aria-hidden="true" /> {texts.delete}
      </Button>
      <Popover
        label={texts.findCard}
        open={open === 'card'}
        onOpenChange={(isOpen) => onOpen(isOpen ? 'card' : undefined)}
        trigger={<Button variant="primary">{texts.addToCard}</Button>}
      >
        <CardList
          projectId={projectId}
          onChoose={(card) => {
            actions.addToCard(card, highlights);
            onOpen(undefined);
            onClear();
          }}
          onCreate={(title) => {
            actions.createCard(title, highlights);
            onOpen(undefined);
            onClear();
          }}
        />
      </Popover>
      <IconButton label={texts.clear} onClick={onClear}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </section>
  );
}

interface CardListProps {
  projectId: string;
  onChoose(card: { id: string; title: string }): void;
  onCreate(title: string): void;
}

function CardList({ projectId, onChoose, onCreate }: CardListProps) {
  const { data: cards = [] } = useQuery(cardTitlesQuery(projectId));
  return (
    <PickList
      label={texts.findCard}
      options={cards.map(({ id, title }) => ({ id, name: title }))}
      selected={[]}
      onToggle={(id) => {
        const card = cards.find((one) => one.id === id);
        if (card) onChoose(card);
      }}
      onCreate={onCreate}
    />
  );
}
