import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { canWrite, useMe } from '../../data/me.ts';
import { type Project, useUpdateProject } from '../../data/projects.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

const serif = 'font-serif text-xl leading-snug tracking-tight';

/** What the project wants to find out: its description, edited where it is shown. */
export function ResearchQuestion({ project }: { project: Project }) {
  const writes = canWrite(useMe());
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const save = useSaveQuestion(project);
  const close = () => {
    setEditing(false);
    // The button is rendered again first.
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (!writes && !project.description) return null;
  return (
    <section aria-label={texts.question} className="mb-8 max-w-3xl">
      <p className="mb-1 text-sm text-soft">{texts.question}</p>
      {isEditing ? (
        <QuestionField
          question={project.description ?? ''}
          onSave={(question) => {
            close();
            save(question);
          }}
          onCancel={close}
        />
      ) : (
        <div className="flex items-start gap-2">
          <p className={`min-w-0 whitespace-pre-line wrap-anywhere ${serif}`} dir="auto">
            {project.description || <span className="text-soft">{texts.askQuestion}</span>}
          </p>
          {writes && (
            <IconButton ref={edit} label={texts.editQuestion} onClick={() => setEditing(true)}>
              <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </section>
  );
}

interface QuestionFieldProps {
  question: string;
  onSave(question: string): void;
  onCancel(): void;
}

function QuestionField({ question, onSave, onCancel }: QuestionFieldProps) {
  const [text, setText] = useState(question);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(question.length, question.length);
  }, [question]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <textarea
        ref={field}
        aria-label={texts.question}
        dir="auto"
        value={text}
        maxLength={5000}
        rows={2}
        placeholder={texts.askQuestion}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={`field-sizing-content w-full resize-none rounded-md border border-line bg-surface px-3 py-2 ${serif}`}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          {texts.save}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <span className="text-sm text-soft pointer-coarse:hidden">{texts.questionHint}</span>
      </div>
    </form>
  );
}

function useSaveQuestion(project: Project) {
  const update = useUpdateProject(project.id);
  const undo = useUndo();
  const toast = useToast();
  return (text: string) => {
    const before = project.description;
    const after = text.trim() || null;
    if (after === before) return;
    const change = (description: string | null) => update.mutateAsync({ description });
    const saved = change(after);
    saved.catch((error: unknown) => toast({ text: failureReason(error) }));
    undo.add(
      saved.then(() => ({
        undone: texts.questionUndone,
        redone: texts.questionRedone,
        undo: () => change(before),
        redo: () => change(after),
      })),
    );
  };
}
