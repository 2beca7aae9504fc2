import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { noRequest, type ReportRequest } from '../../data/report-jobs.ts';
import { useReportRecords } from '../../data/report-list.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { reportFrom, startIcons, startTexts } from './describe-start.ts';
import { type Start, starts } from './reports-view.ts';
import { texts } from './texts.ts';
import { titleMax } from './use-report-actions.ts';
import { WrittenForm } from './written-form.tsx';

interface NewReportDialogProps {
  projectId: string;
  open: boolean;
  start: Start;
  onStart(start: Start): void;
  /** The question that the form has. The page keeps it, so that closing the dialog loses nothing. */
  draft: ReportRequest;
  onDraft(draft: ReportRequest): void;
  onClose(): void;
}

export function NewReportDialog(props: NewReportDialogProps) {
  const { projectId, open, start, onStart, draft, onDraft, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={texts.create.title} size="wide">
      <div className="grid gap-6 md:grid-cols-[17rem_minmax(0,1fr)]">
        <StartList start={start} onStart={onStart} />
        {start === 'written' ? (
          <WrittenForm
            projectId={projectId}
            draft={draft}
            onDraft={onDraft}
            onRequested={() => {
              onDraft(noRequest);
              onClose();
            }}
            onClose={onClose}
          />
        ) : (
          <ByHandForm key={start} projectId={projectId} start={start} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** Arrow keys choose, and Enter creates the report with what is chosen. */
function StartList({ start, onStart }: { start: Start; onStart(start: Start): void }) {
  const submit = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.currentTarget.parentElement?.querySelector('form')?.requestSubmit();
  };
  return (
    <fieldset className="space-y-0.5" onKeyDown={submit}>
      <legend className="mb-1.5 text-xs font-medium text-soft">{texts.create.startWith}</legend>
      {starts.map((value) => {
        const Icon = startIcons[value];
        return (
          <label
            key={value}
            className="control flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 hover:bg-sunken has-checked:bg-accent-wash has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="start"
              className="sr-only"
              checked={value === start}
              // The dialog gives the focus to the first control that Tab reaches: the chosen one.
              tabIndex={value === start ? 0 : -1}
              onChange={() => onStart(value)}
            />
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />
            <span className="min-w-0 truncate">{startTexts(value).name}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface ByHandFormProps {
  projectId: string;
  start: Exclude<Start, 'written'>;
  onClose(): void;
}

function ByHandForm({ projectId, start, onClose }: ByHandFormProps) {
  const { name, hint, sections } = startTexts(start);
  const records = useReportRecords(projectId);
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const create = async () => {
    setState({ busy: true });
    try {
      const { id } = await records.create(reportFrom(start, title));
      await navigate({
        to: '/projects/$projectId/reports/$reportId',
        params: { projectId, reportId: id },
        // Back leads to the list, not to the dialog.
        replace: true,
      });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <form
      className="flex min-w-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (!state.busy) void create();
      }}
    >
      <TextField
        label={texts.create.reportTitle}
        dir="auto"
        maxLength={titleMax}
        placeholder={start === 'blank' ? texts.create.untitled : name}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <p className="mt-4 text-sm text-soft">{hint}</p>
      {sections.length > 0 && (
        <section
          aria-label={texts.create.outline}
          className="mt-3 rounded-lg border border-line bg-sunken/50 p-4"
        >
          <dl className="space-y-2.5">
            {sections.map((section) => (
              <div key={section.heading}>
                <dt className="font-serif text-md">{section.heading}</dt>
                <dd className="text-sm text-soft">{section.hint}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {state.error !== undefined && (
        <div className="mt-4">
          <ErrorNotice error={state.error} title={failureReason(state.error)} />
        </div>
      )}
      <div className="mt-auto">
        <DialogActions>
          <Button onClick={onClose}>{texts.create.cancel}</Button>
          <Button type="submit" variant="primary" busy={state.busy}>
            {texts.create.create}
          </Button>
        </DialogActions>
      </div>
    </form>
  );
}
