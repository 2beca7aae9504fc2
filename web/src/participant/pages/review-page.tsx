/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { emptyDraft } from '../answers/draft.ts';
import { useQuestionKeys } from '../questions/keys.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Title } from '../ui/frame.tsx';
import { Icon } from '../ui/icon.tsx';

interface ReviewPageProps {
  busy: boolean;
  notice: ComponentChildren;
  onBack: (() => void) | undefined;
  onSubmit(): void;
}

/** After the last question. Sending is a decision of its own, because answers can't be changed afterwards. */
export function ReviewPage({ busy, notice, onBack, onSubmit }: ReviewPageProps) {
  const { t } = useTexts();
  useQuestionKeys({ question: null, draft: emptyDraft, onChange: () => {}, onSubmit });
  return (
    <div class="question">
      <Title page="review">{t.reviewTitle}</Title>
      <p class="lead">{t.reviewText}</p>
      {notice}
      <div class="actions">
        {onBack && (
          <Button variant="bare" aria-label={t.back} onClick={onBack}>
            <Icon name="back" />
            <span class="wide-only">{t.back}</span>
          </Button>
        )}
        <span class="keys-hint">{t.keysEnter}</span>
        <Button variant="primary" busy={busy} onClick={onSubmit}>
          {t.submit}
        </Button>
      </div>
    </div>
  );
}
