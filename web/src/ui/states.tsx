import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, isRateLimited } from '../lib/api-error.ts';
import { Button } from './button.tsx';

/** What went wrong, in the server's words, and what to quote when asking for help. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  if (isRateLimited(error) && onRetry)
    return <RateLimited key={error.requestId} error={error} onRetry={onRetry} />;
  const message =
    error instanceof ApiError
      ? error.message
      : 'Parley can’t be reached. Check the connection and try again.';
  return (
    <div role="alert" className="rounded-xl border border-danger/30 bg-danger-wash px-4 py-3 text-sm">
      <p className="font-medium text-danger">{message}</p>
      {error instanceof ApiError && error.details.length > 0 && (
        <ul className="mt-1 text-ink">
          {error.details.map((row) => (
            <li key={`${row.field}${row.message}`}>
              <span className="font-medium">{row.field}</span> {row.message}
            </li>
          ))}
        </ul>
      )}
      {error instanceof ApiError && error.requestId && (
        <p className="mt-1 text-soft">
          Request <code className="font-mono text-xs">{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Counts down to the moment when the server answers again, then tries by itself. */
function RateLimited({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const [seconds, setSeconds] = useState(error.retryAfterSeconds ?? 10);
  useEffect(() => {
    const timer = setTimeout(
      () => (seconds > 0 ? setSeconds(seconds - 1) : onRetry()),
      seconds > 0 ? 1_000 : 0,
    );
    return () => clearTimeout(timer);
  }, [seconds, onRetry]);
  return (
    <div className="rounded-xl border border-line bg-surface px-4 py-3 text-sm">
      <p role="alert" className="font-medium">
        Too many requests. This page loads again by itself.
      </p>
      <p className="mt-1 text-soft tabular-nums">
        {seconds > 0 ? `Next try in ${seconds} s` : 'Trying again…'}
      </p>
      <Button className="mt-3" onClick={onRetry}>
        Try now
      </Button>
    </div>
  );
}

export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <p className="font-serif text-2xl">{title}</p>
      <div className="mt-2 text-soft">{children}</div>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** The outline of what is on its way. */
export function Waiting({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-3">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="animate-breathe h-16 rounded-xl bg-sunken" />
      ))}
    </div>
  );
}
