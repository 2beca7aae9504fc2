import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CardPatch } from '../../data/board-change.ts';
import type { Card } from '../../data/board-order.ts';
import { useCreateTag } from '../../data/tags.ts';
import { errorMessage } from '../../lib/errors.ts';
import { formatDueDate, humanize, today } from '../../lib/format.ts';
import { ColorPicker } from '../../ui/color-picker.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { TagChip, TagDot } from '../../ui/tag-chip.tsx';
import { tagHue } from '../../ui/tag-colors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useBoardContext } from './board-context.ts';
import { texts } from './texts.ts';

const field =
  'control w-full min-w-0 rounded-md border border-transparent bg-transparent pe-2 hover:border-line focus:border-accent disabled:opacity-100';
const input = `${field} ps-2`;
const priorities = ['low', 'medium', 'high', 'urgent'] as const;

export function CardFields({ card }: { card: Card }) {
  const { canEdit, lanes, people, change } = useBoardContext();
  const patch = (values: CardPatch) => change({ kind: 'change-card', cardId: card.id, patch: values });
  const overdue = card.due_on !== null && card.due_on < today();
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 text-base">
      <Row label={texts.lane}>
        <Select
          label={texts.lane}
          disabled={!canEdit}
          value={card.lane_id}
          onChange={(laneId) => change({ kind: 'move-card', cardId: card.id, to: { laneId } })}
          options={lanes.map(({ id, name }) => ({ value: id, name }))}
          look={field}
          className="ps-2"
        />
      </Row>
      <Row label={texts.assignee}>
        <Select
          label={texts.assignee}
          disabled={!canEdit}
          value={card.assignee_id ?? ''}
          onChange={(assignee) => patch({ assignee_id: assignee || null })}
          options={[
            { value: '', name: texts.notAssigned },
            ...(card.assignee_id && !people.has(card.assignee_id)
              ? [{ value: card.assignee_id, name: texts.formerMember }]
              : []),
            ...[...people.values()].map(({ id, name, email }) => ({ value: id, name: name || email })),
          ]}
          look={field}
          className="ps-2"
        />
      </Row>
      <Row label={texts.dueDate}>
        <input
          type="date"
          aria-label={texts.dueDate}
          disabled={!canEdit}
          value={card.due_on ?? ''}
          onChange={(event) => patch({ due_on: event.target.value || null })}
          className={`${input} ${card.due_on ? '' : 'text-soft'}`}
        />
        {overdue && card.due_on && (
          <p className="px-[9px] text-sm font-medium text-danger">
            {texts.overdueSince(formatDueDate(card.due_on))}
          </p>
        )}
      </Row>
      <Row label={texts.priority}>
        <Select
          label={texts.priority}
          disabled={!canEdit}
          value={card.priority ?? ''}
          onChange={(priority) => patch({ priority: priority || null })}
          options={[
            { value: '', name: texts.notSet },
            ...priorities.map((priority) => ({ value: priority, name: texts.priorities[priority] })),
          ]}
          look={field}
          className="ps-2"
        />
      </Row>
      <Row label={texts.tags}>
        <CardTags card={card} onChange={(tag_ids) => patch({ tag_ids })} />
      </Row>
      <Row label={texts.color}>
        <Popover
          label={texts.colorOfTheCard}
          trigger={
            <button
              type="button"
              disabled={!canEdit}
              className={`${input} flex items-center gap-2 text-start`}
            >
              {card.color && <TagDot color={card.color} />}
              {card.color ? humanize(tagHue(card.color)) : texts.none}
            </button>
          }
        >
          <ColorPicker
            label={texts.colorOfTheCard}
            optional
            value={card.color}
            onChange={(color) => patch({ color })}
          />
        </Popover>
      </Row>
    </dl>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);

function CardTags({ card, onChange }: { card: Card; onChange(tagIds: string[]): void }) {
  const { canEdit, projectId, tags } = useBoardContext();
  const create = useCreateTag(projectId);
  const toast = useToast();
  const remove = (id: string) => onChange(card.tag_ids.filter((each) => each !== id));
  return (
    <div className="control flex flex-wrap items-center gap-1 px-[9px]">
      {card.tag_ids.map((id) => {
        const tag = tags.get(id);
        return (
          tag && (
            <TagChip key={id} name={tag.name} color={tag.color}>
              {canEdit && (
                <button
                  type="button"
                  aria-label={texts.remove(tag.name)}
                  onClick={() => remove(id)}
                  className="-me-1 rounded-sm p-0.5 hover:bg-ink/10 pointer-coarse:p-2"
                >
                  <X size={12} strokeWidth={2} aria-hidden="true" />
                </button>
              )}
            </TagChip>
          )
        );
      })}
      {canEdit ? (
        <Popover
          label={texts.tagsOfTheCard}
          trigger={
            <button
              type="button"
              className="inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 text-sm first:-ms-1.5 text-soft hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
            >
              <Plus size={14} strokeWidth={1.75} aria-hidden="true" /> {texts.addTag}
            </button>
          }
        >
          <PickList
            label={texts.findOrCreateATag}
            options={[...tags.values()]}
            selected={card.tag_ids}
            onToggle={(id) => (card.tag_ids.includes(id) ? remove(id) : onChange([...card.tag_ids, id]))}
            onCreate={(name) =>
              create.mutate(
                { name },
                {
                  onSuccess: (tag) => onChange([...card.tag_ids, tag.id]),
                  onError: (error) => toast({ text: errorMessage(error) }),
                },
              )
            }
          />
        </Popover>
      ) : (
        card.tag_ids.length === 0 && <span className="text-soft">{texts.none}</span>
      )}
    </div>
  );
}
