import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Project } from '../../lib/api.ts';
import { membersQuery } from '../../lib/people.ts';
import { sentence } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/field.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { useTell } from '../../ui/toasts.tsx';
import { useChangeProject } from './queries.ts';

interface ShareProps {
  project: Project;
  open: boolean;
  onClose(): void;
}

export function ShareDialog({ project, open, onClose }: ShareProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Share project"
      description={`Who may see “${project.name}”?`}
    >
      <ShareForm project={project} onClose={onClose} />
    </Dialog>
  );
}

function ShareForm({ project, onClose }: Omit<ShareProps, 'open'>) {
  const change = useChangeProject(project.id);
  const tell = useTell();
  const [visibility, setVisibility] = useState(project.visibility);
  const [chosen, setChosen] = useState(() => new Set(project.member_ids));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { visibility, member_ids: [...chosen] },
      {
        onSuccess: () => {
          tell({ text: 'Sharing is saved.' });
          onClose();
        },
      },
    );
  };
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });

  return (
    <form onSubmit={submit} className="space-y-5">
      <fieldset className="space-y-2">
        <legend className="sr-only">Visibility</legend>
        <Choice
          type="radio"
          name="visibility"
          title="People you choose"
          note="You, and the members ticked below."
          checked={visibility === 'private'}
          onChange={() => setVisibility('private')}
        />
        <Choice
          type="radio"
          name="visibility"
          title="Everyone in the workspace"
          note="Also those who join later."
          checked={visibility === 'workspace'}
          onChange={() => setVisibility('workspace')}
        />
      </fieldset>
      {visibility === 'private' && <People ownerId={project.owner_id} chosen={chosen} onToggle={toggle} />}
      {change.isError && <Failure error={change.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={change.isPending}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

function People({
  ownerId,
  chosen,
  onToggle,
}: {
  ownerId: string;
  chosen: Set<string>;
  onToggle(id: string): void;
}) {
  const list = useInfiniteQuery(membersQuery);
  if (list.isPending) return <Waiting rows={2} label="Loading members" />;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  const others = list.data.pages.flatMap((page) => page.data).filter((member) => member.id !== ownerId);
  if (others.length === 0) {
    return <p className="text-sm text-soft">You are the only member of this workspace so far.</p>;
  }
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 text-sm font-medium">Members</legend>
      {others.map((member) => (
        <Choice
          key={member.id}
          type="checkbox"
          title={member.name}
          note={`${member.email} · ${sentence(member.role)}`}
          checked={chosen.has(member.id)}
          onChange={() => onToggle(member.id)}
        />
      ))}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          More members
        </Button>
      )}
    </fieldset>
  );
}
