import { useMe } from '../../data/me.ts';
import { useDeleteProject, useRestoreProject } from '../../data/projects.ts';
import { errorMessage } from '../../lib/errors.ts';
import { removeRecent } from '../../lib/recents.ts';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './action-texts.ts';

export function useRestoreWithMessage() {
  const toast = useToast();
  return useRestoreProject({
    onDone: ({ name }) => toast({ text: texts.restored(name) }),
    onFailed: (error, { name }) => toast({ text: texts.couldNotRestore(name, errorMessage(error)) }),
  });
}

/** Deletes a project without confirmation and offers "Undo" in a toast. */
export function useDeleteWithUndo() {
  const toast = useToast();
  const { id: userId } = useMe();
  const restore = useRestoreWithMessage();
  return useDeleteProject({
    onDone: (project) => {
      removeRecent(userId, project.id);
      toast({
        text: texts.deleted(project.name),
        action: { label: texts.undo, run: () => restore.mutate(project) },
      });
    },
    onFailed: (error, { name }) => toast({ text: texts.couldNotDelete(name, errorMessage(error)) }),
  });
}
