import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Project } from '../../data/projects.ts';
import { useAddUploads } from '../../data/uploads.ts';
import { droppedFiles } from '../../lib/uploads/dropped-files.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Takes recordings and documents for a project that the user chooses. */
export function DropZone({ projects }: { projects: Project[] }) {
  const [projectId, setProjectId] = useState(projects[0]?.id ?? '');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const addUploads = useAddUploads();
  const navigate = useNavigate();
  const toast = useToast();
  const project = projects.find(({ id }) => id === projectId) ?? projects[0];
  if (!project) return null;

  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    if (!addUploads(project.id, files)) return;
    toast({
      text: texts.uploading(files.length, project.name),
      action: {
        label: texts.show,
        run: () => void navigate({ to: '/projects/$projectId/files', params: { projectId: project.id } }),
      },
    });
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(await droppedFiles(event.dataTransfer));
  };

  return (
    <section>
      <h2 className="mb-2 font-medium">{texts.addRecordings}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
        className={`flex flex-wrap items-center gap-3 rounded-lg border border-dashed px-4 py-5 transition-colors ${over ? 'border-accent bg-accent-wash' : 'border-edge/60'}`}
      >
        <Upload size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
        <p className="min-w-0 flex-1 basis-40 text-soft">{texts.drop}</p>
        <Select
          label={texts.whichProject}
          value={project.id}
          onChange={setProjectId}
          options={projects.map(({ id, name }) => ({ value: id, name }))}
          className="max-w-full flex-1 basis-40"
        />
        <Button onClick={() => input.current?.click()}>{texts.chooseFiles}</Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-hidden="true"
          tabIndex={-1}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
    </section>
  );
}
