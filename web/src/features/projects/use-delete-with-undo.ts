import { useDeleteProject, useRestoreProject } from '../../data/projects.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useToast } from '../../ui/toast.tsx';

/** Deletes a project without confirmation and offers "Undo" in a toast. */
export function useDeleteWithUndo() {
  const toast = useToast();
  const restore = useRestoreProject({
    onDone: ({ name }) => toast({ text: `Restored “${name}”.` }),
    onFailed: (error, { name }) => toast({ text: `Could not restore “${name}”: ${errorMessage(error)}` }),
  });
  return useDeleteProject({
    onDone: (project) =>
      toast({
        text: `Deleted “${project.name}”.`,
        action: { label: 'Undo', run: () => restore.mutate(project) },
      }),
    onFailed: (error, { name }) => toast({ text: `Could not delete “${name}”: ${errorMessage(error)}` }),
  });
}
