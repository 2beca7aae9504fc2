/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { emptyDraft, textMax } from '../answers/draft.ts';
import { joinSpoken } from '../speech/join-spoken.ts';
import { SpeechButton } from '../speech/speech-button.tsx';
import { useTexts } from '../texts/context.tsx';
import type { FieldProps } from './field.ts';

const warnBelow = 500;

export function TextField({
  draft,
  onChange,
  onPaste,
  labelledBy,
  errorId,
  client,
  canSpeak,
  onRecording,
}: FieldProps) {
  const { t } = useTexts();
  const ref = useRef<HTMLTextAreaElement>(null);
  const left = textMax - draft.text.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const area = ref.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [draft.text]);
  return (
    <div class="field">
      <textarea
        ref={ref}
        class="input textarea"
        rows={4}
        dir="auto"
        maxLength={textMax}
        aria-labelledby={labelledBy}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        placeholder={t.yourAnswer}
        value={draft.text}
        onInput={(event) => onChange({ ...emptyDraft, text: event.currentTarget.value })}
        onPaste={onPaste}
      />
      {canSpeak && (
        <SpeechButton
          client={client}
          onRecording={onRecording}
          onText={(spoken) => onChange({ ...emptyDraft, text: joinSpoken(draft.text, spoken) })}
          onClose={() => ref.current?.focus()}
        />
      )}
      {left < warnBelow && <p class="hint">{t.characters(left)}</p>}
    </div>
  );
}
