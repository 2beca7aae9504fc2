import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Project, projectsQuery } from '../../data/projects.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './texts.ts';

interface MoveDialogProps {
  projectId: string;
  count: number;
  onClose(): void;
  onMove(project: Project): void;
}

export function MoveDialog({ projectId, count, onClose, onMove }: MoveDialogProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Project>();
  const q = useDebouncedValue(text, 250);
  const projects = useInfiniteQuery(projectsQuery({ q, status: 'active' }));
  const others = projects.data?.pages.flatMap((page) => page.data).filter(({ id }) => id !== projectId);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.moveFiles(count)}
      description={texts.transcriptsAndClipsGoAlong}
    >
      <SearchField
        label={texts.searchProjects}
        placeholder={texts.searchProjects}
        value={text}
        onChange={setText}
      />
      <fieldset className="mt-3 flex max-h-72 flex-col gap-1.5 overflow-y-auto p-0.5">
        <legend className="sr-only">{texts.moveTo}</legend>
        {projects.isPending && <Skeleton label={texts.loadingProjects} />}
        {projects.isError && <ErrorNotice error={projects.error} onRetry={() => void projects.refetch()} />}
        {others?.length === 0 && <p className="py-3 text-soft">{texts.thereIsNoOtherProject}</p>}
        {others?.map((project) => (
          <Choice
            key={project.id}
            type="radio"
            name="project"
            title={project.name}
            description={texts.files(project.file_count)}
            checked={chosen?.id === project.id}
            onChange={() => setChosen(project)}
          />
        ))}
        {projects.hasNextPage && (
          <Button busy={projects.isFetchingNextPage} onClick={() => void projects.fetchNextPage()}>
            {texts.showMore}
          </Button>
        )}
      </fieldset>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="primary" disabled={!chosen} onClick={() => chosen && onMove(chosen)}>
          {texts.move}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
