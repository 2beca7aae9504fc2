import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

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

interface StatusNoticeProps {
  what: 'clip' | 'reel';
  status: 'processing' | 'ready' | 'failed';
  failure: string | undefined;
}

/** Says that a recording is being made, or why that failed and what to do. */
export function StatusNotice({ what, status, failure }: StatusNoticeProps) {
  if (status === 'ready') return null;
  const next =
    what === 'clip'
      ? 'Trim it to cut it again, or delete it.'
      : 'Delete it and make it again from its clips.';
  return (
    <p
      role="status"
      className={`mb-3 flex items-start gap-2 rounded-md px-3 py-2 ${status === 'failed' ? 'bg-danger-wash text-danger' : 'bg-sunken text-soft'}`}
    >
      {status === 'failed' ? (
        <>
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            {failure ?? `This ${what} could not be made.`} {next}
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
          <span>This {what} is being made. It appears here when it is ready.</span>
        </>
      )}
    </p>
  );
}
