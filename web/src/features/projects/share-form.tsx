import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { membersQuery } from '../../data/members.ts';
import { type Project, useUpdateProject } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

interface ShareFormProps {
  project: Project;
  onSaved?(): void;
  /** Renders the buttons of the form. */
  actions(busy: boolean): ReactNode;
}

/** Who has access to a project. Only its owner can change that. */
export function ShareForm({ project, onSaved, actions }: ShareFormProps) {
  const update = useUpdateProject(project.id);
  const toast = useToast();
  const [visibility, setVisibility] = useState(project.visibility);
  const [selectedIds, setSelectedIds] = useState(() => new Set(project.member_ids));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(
      { visibility, member_ids: [...selectedIds] },
      {
        onSuccess: () => {
          toast({ text: texts.sharingUpdated });
          onSaved?.();
        },
      },
    );
  };
  const toggle = (id: string) =>
    setSelectedIds((previous) => {
      const next = new Set(previous);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return (
    <form onSubmit={submit} className="space-y-5">
      <fieldset className="space-y-2">
        <legend className="sr-only">{texts.visibility}</legend>
        <Choice
          type="radio"
          name="visibility"
          title={texts.peopleYouChoose}
          description={texts.andMembersSelectedBelow}
          checked={visibility === 'private'}
          onChange={() => setVisibility('private')}
        />
        <Choice
          type="radio"
          name="visibility"
          title={texts.everyoneInTheWorkspace}
          description={texts.includingMembersWhoJoinLater}
          checked={visibility === 'workspace'}
          onChange={() => setVisibility('workspace')}
        />
      </fieldset>
      {visibility === 'private' && (
        <MemberChoices ownerId={project.owner_id} selectedIds={selectedIds} onToggle={toggle} />
      )}
      {update.isError && <ErrorNotice error={update.error} />}
      {actions(update.isPending)}
    </form>
  );
}

function MemberChoices({
  ownerId,
  selectedIds,
  onToggle,
}: {
  ownerId: string;
  selectedIds: Set<string>;
  onToggle(id: string): void;
}) {
  const list = useInfiniteQuery(membersQuery);
  if (list.isPending) return <Skeleton rows={2} label={texts.loadingMembers} />;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const others = list.data.pages.flatMap((page) => page.data).filter((member) => member.id !== ownerId);
  if (others.length === 0) {
    return <p className="text-sm text-soft">{texts.areOnlyMemberWorkspaceSo}</p>;
  }
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 text-sm font-medium">{texts.members}</legend>
      {others.map((member) => (
        <Choice
          key={member.id}
          type="checkbox"
          title={member.name}
          description={`${member.email} · ${texts.roles[member.role]}`}
          checked={selectedIds.has(member.id)}
          onChange={() => onToggle(member.id)}
        />
      ))}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.loadMoreMembers}
        </Button>
      )}
    </fieldset>
  );
}
