import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { projectQuery } from '../../data/projects.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { droppedFiles, hasFiles } from '../../lib/uploads/dropped-files.ts';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Files can be dropped anywhere on a page of a project. */
export function DropArea() {
  const { projectId } = useParams({ strict: false });
  return projectId ? <ProjectDropArea key={projectId} projectId={projectId} /> : null;
}

function ProjectDropArea({ projectId }: { projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId));
  const addUploads = useAddUploads();
  const toast = useToast();
  const dragging = useFileDrag((transfer) => {
    droppedFiles(transfer)
      .then((files) => {
        if (files.length > 0) addUploads(projectId, files);
        else toast({ text: texts.nothingWasAddedFolderHas });
      })
      .catch(() => toast({ text: texts.droppedFilesCantBeRead }));
  }, project !== undefined);

  if (!dragging || !project) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 bg-accent-wash/80 p-3 sm:p-5">
      <div className="flex size-full flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed border-accent bg-surface/85 px-6 text-center">
        <Upload size={28} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
        <p role="status" className="font-serif text-lg">
          {texts.dropFilesBeforeProject} <bdi>{project.name}</bdi>
        </p>
        <p className="text-sm text-soft">{texts.recordingsPdfsDocumentsAndPictures}</p>
      </div>
    </div>
  );
}

/** Whether files are being dragged over the window. A part of the page that takes drops itself calls `preventDefault`. */
function useFileDrag(onDrop: (transfer: DataTransfer) => void, enabled: boolean): boolean {
  const [dragging, setDragging] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!enabled) return;
    // Entering a child fires before leaving its parent, so the depth is 0 only outside the window.
    let depth = 0;
    const listeners = {
      dragenter(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        depth++;
        setDragging(true);
      },
      dragleave(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setDragging(false);
      },
      dragover(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        // Without this the browser opens the dropped file in place of the page.
        event.preventDefault();
        // The drag entered the window before this script was loaded.
        depth = Math.max(1, depth);
        setDragging(true);
      },
      drop(event: DragEvent) {
        depth = 0;
        setDragging(false);
        if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return;
        event.preventDefault();
        if (event.dataTransfer) drop(event.dataTransfer);
      },
    };
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, [enabled]);
  return dragging;
}
