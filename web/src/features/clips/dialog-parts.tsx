import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, LoaderCircle, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ApiError, errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SavedField } from './saved-field.tsx';
import { texts } from './texts.ts';

type What = 'clip' | 'reel';

interface RecordingDialogProps<T> {
  what: What;
  query: UseQueryResult<T>;
  onClose(): void;
  children(recording: T): ReactNode;
}

/** The dialog of a clip or a reel, while it loads, when it is there, and when it is gone. */
export function RecordingDialog<T extends { name: string }>(props: RecordingDialogProps<T>) {
  const { what, query, onClose, children } = props;
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const fallback = isGone ? texts.recordings[what].wasDeleted : texts.recordings[what].name;
  return (
    <Dialog open onClose={onClose} size="wide" title={query.data?.name ?? fallback}>
      {query.isPending && <Skeleton rows={4} label={texts.recordings[what].loading} />}
      {query.isError && !query.data && (
        <ErrorNotice error={query.error} onRetry={isGone ? undefined : () => void query.refetch()} />
      )}
      {query.data && children(query.data)}
    </Dialog>
  );
}

export const DialogColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="min-w-0">{main}</div>
    <div className="min-w-0 space-y-4">{side}</div>
  </div>
);

export const LinkButton = ({ children, ...rest }: ComponentProps<'a'>) => (
  <a
    className="control inline-flex items-center justify-center gap-1.5 rounded-md border border-line bg-surface px-3 font-medium hover:border-edge"
    {...rest}
  >
    {children}
  </a>
);

interface Described {
  name: string;
  description: string | null;
}

interface NameFieldsProps {
  recording: Described;
  mayWrite: boolean;
  onSave(change: Partial<Described>): void;
}

export const NameFields = ({ recording, mayWrite, onSave }: NameFieldsProps) => (
  <>
    <SavedField
      label={texts.name}
      value={recording.name}
      required
      maxLength={200}
      readOnly={!mayWrite}
      onSave={(name) => onSave({ name })}
    />
    <SavedField
      label={texts.description}
      value={recording.description ?? ''}
      multiline
      maxLength={5000}
      readOnly={!mayWrite}
      onSave={(description) => onSave({ description: description || null })}
    />
  </>
);

interface DeleteButtonProps {
  what: What;
  name: string;
  /** What deleting leaves in place, as a sentence. */
  whatStays: string;
  busy: boolean;
  onDelete(): Promise<unknown>;
}

/** Deletes a clip or a reel after a question. */
export function DeleteButton({ what, name, whatStays, busy, onDelete }: DeleteButtonProps) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const remove = () =>
    onDelete().then(
      () => toast({ text: texts.deleted(name) }),
      (error: unknown) => {
        setAsking(false);
        toast({ text: texts.recordings[what].notDeleted(errorMessage(error)) });
      },
    );
  return (
    <>
      <Button variant="danger" className="ms-auto" onClick={() => setAsking(true)}>
        <Trash2 size={16} strokeWidth={1.75} /> {texts.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title={texts.recordings[what].deleteQuestion}
        description={texts.deleteConsequence(name, whatStays)}
        action={texts.recordings[what].delete}
        busy={busy}
      />
    </>
  );
}

interface StatusNoticeProps {
  what: What;
  status: 'processing' | 'ready' | 'failed';
  failure: string | undefined;
}

/** Says that a recording is being made, or why that failed and what to do. */
export function StatusNotice({ what, status, failure }: StatusNoticeProps) {
  if (status === 'ready') return null;
  return (
    <p
      role="status"
      className={`mb-3 flex items-start gap-2 rounded-md px-3 py-2 ${status === 'failed' ? 'bg-danger-wash text-danger' : 'bg-sunken text-soft'}`}
    >
      {status === 'failed' ? (
        <>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            {failure ?? texts.recordings[what].failed} {texts.recordings[what].afterFailure}
          </span>
        </>
      ) : (
        <>
          <LoaderCircle
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="animate-pulse-slow mt-0.5 shrink-0"
          />
          <span>{texts.recordings[what].processing}</span>
        </>
      )}
    </p>
  );
}
