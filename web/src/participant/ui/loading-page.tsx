/** @jsxImportSource preact */
import { useTexts } from '../texts/context.tsx';
import { Frame } from './frame.tsx';

export function LoadingPage() {
  const { t } = useTexts();
  return (
    <Frame>
      <div class="loading" role="status">
        <span class="visually-hidden">{t.loading}</span>
        <span class="skeleton skeleton-title" />
        <span class="skeleton" />
        <span class="skeleton" />
      </div>
    </Frame>
  );
}
