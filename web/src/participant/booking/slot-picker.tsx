/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../texts/context.tsx';
import { formatDay } from '../texts/format.ts';
import { Button } from '../ui/button.tsx';
import { Title } from '../ui/frame.tsx';
import { formatTime, type Slot, slotsByDay } from './slots.ts';

interface SlotPickerProps {
  slots: Slot[];
  timeZone: string;
  hint: string;
  /** The time that is booked now. */
  current: string | null;
  busy: boolean;
  onBook(startAt: string): void;
  /** Back to the booking that exists. */
  onBack: (() => void) | undefined;
}

export function SlotPicker({ slots, timeZone, hint, current, busy, onBook, onBack }: SlotPickerProps) {
  const { t, locale } = useTexts();
  const [chosen, setChosen] = useState(current ?? '');
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const days = slotsByDay(slots, timeZone);
  const submit = (event: Event) => {
    event.preventDefault();
    // A slot that was taken meanwhile is no longer in the list.
    if (!slots.some(({ start_at: startAt }) => startAt === chosen)) {
      setMissing(true);
      form.current?.querySelector('input')?.focus();
      return;
    }
    onBook(chosen);
  };
  return (
    <form ref={form} class="question" onSubmit={submit}>
      <Title page="booking">{t.bookTitle}</Title>
      <p class="hint">{days.length ? hint : t.bookNone}</p>
      {days.map(({ date, slots: times }) => (
        <fieldset
          key={date}
          class={isMissing ? 'group group-missing day' : 'group day'}
          aria-describedby={isMissing ? 'missing' : undefined}
        >
          <legend class="subtitle">{formatDay(locale, date)}</legend>
          <div class="times">
            {times.map(({ start_at: startAt }) => (
              <label key={startAt} class="scale-value time">
                <input
                  type="radio"
                  name="slot"
                  value={startAt}
                  checked={chosen === startAt}
                  onChange={() => {
                    setChosen(startAt);
                    setMissing(false);
                  }}
                />
                <span>{formatTime(locale, timeZone, startAt)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div class="actions">
        <p id="missing" class="error" role="alert">
          {isMissing ? t.bookChoose : ''}
        </p>
        {onBack && (
          <Button variant="bare" onClick={onBack}>
            {t.back}
          </Button>
        )}
        {days.length > 0 && (
          <Button variant="primary" type="submit" busy={busy}>
            {t.book}
          </Button>
        )}
      </div>
    </form>
  );
}
