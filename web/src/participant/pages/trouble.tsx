/** @jsxImportSource preact */
import { useTexts } from '../texts/context.tsx';

interface TroubleProps {
  isOffline: boolean;
  error: string;
  onRetry(): void;
}

/** Says that an answer is waiting or failed. The element is always there, so that screen readers announce its text. */
export function Trouble({ isOffline, error, onRetry }: TroubleProps) {
  const { t } = useTexts();
  return (
    <div class="trouble" role="status">
      {isOffline && (
        <p class="banner">
          {t.offline}{' '}
          <button type="button" class="link" onClick={onRetry}>
            {t.retry}
          </button>
        </p>
      )}
      {error && <p class="banner banner-danger">{error}</p>}
    </div>
  );
}
