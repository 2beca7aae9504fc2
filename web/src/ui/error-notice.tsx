import { useEffect, useState } from 'react';
import { ApiError, errorMessage, isRateLimited } from '../lib/errors.ts';
import { Button } from './button.tsx';
import { texts } from './texts.ts';

/** Shows the message of the API and the request id, which users quote when they ask for help. */
export function ErrorNotice({
  error,
  onRetry,
  title,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Shown in place of the message of the API. */
  title?: string;
}) {
  if (isRateLimited(error) && onRetry)
    return <RetryCountdown key={error.requestId} error={error} onRetry={onRetry} />;
  return (
    <div role="alert" className="rounded-xl border border-danger/30 bg-danger-wash px-4 py-3 text-sm">
      <p className="font-medium text-danger">{title ?? errorMessage(error)}</p>
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
          {texts.requestBeforeId} <code className="font-mono text-xs">{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** Counts down the seconds of Retry-After, then retries. */
function RetryCountdown({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
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
        {texts.tooManyRequests}
      </p>
      <p className="mt-1 text-soft tabular-nums">
        {seconds > 0 ? texts.retryingIn(seconds) : texts.retrying}
      </p>
      <Button className="mt-3" onClick={onRetry}>
        {texts.retryNow}
      </Button>
    </div>
  );
}
