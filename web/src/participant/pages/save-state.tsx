/** @jsxImportSource preact */
import type { QueueState } from '../answers/queue.ts';
import { useTexts } from '../texts/context.tsx';
import { Icon } from '../ui/icon.tsx';

/** Says in the header whether everything has arrived. */
export function SaveState({ state, hasSaved }: { state: QueueState; hasSaved: boolean }) {
  const { t } = useTexts();
  if (state === 'waiting') {
    return (
      <p class="save-state save-state-waiting">
        <Icon name="cloud" />
        {t.offlineShort}
      </p>
    );
  }
  if (state === 'sending') return <p class="save-state">{t.saving}</p>;
  return hasSaved ? (
    <p class="save-state">
      <Icon name="check" />
      {t.saved}
    </p>
  ) : null;
}
