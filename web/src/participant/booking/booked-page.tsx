/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { loadCallTexts } from '../call/texts.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Title } from '../ui/frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Booking, formatDate, formatTime, untilJoinMs } from './slots.ts';

interface BookedPageProps {
  booking: Booking;
  timeZone: string;
  getsMail: boolean;
  busy: boolean;
  /** The participant or a researcher is or was in the call. */
  isBegun: boolean;
  onJoin(): void;
  onChange(): void;
  onCancel(): void;
}

/** A longer timer would run at once. */
const timerMaxMs = 2 ** 31 - 1;

export function BookedPage(props: BookedPageProps) {
  const { booking, timeZone, getsMail, busy, isBegun, onJoin, onChange, onCancel } = props;
  const { t, language, locale } = useTexts();
  const texts = loadCallTexts(language);
  const [isCanceling, setCanceling] = useState(false);
  // Only a call that has not begun can be moved.
  const isOpen = booking.status === 'scheduled';
  const startAt = booking.start_at ?? '';
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    const waitMs = untilJoinMs(startAt, Date.now());
    setSoon(waitMs <= 0);
    if (waitMs <= 0) return;
    const timer = setTimeout(
      () => setSoon(untilJoinMs(startAt, Date.now()) <= 0),
      Math.min(waitMs, timerMaxMs),
    );
    return () => clearTimeout(timer);
  }, [startAt]);
  return (
    <div class="question">
      <span class="notice-icon">
        <Icon name="calendar" />
      </span>
      <Title page="booked">{isBegun ? texts.startedTitle : t.bookedTitle}</Title>
      <p class="booked-time">
        <time dateTime={startAt}>
          {formatDate(locale, timeZone, startAt)}
          <br />
          {formatTime(locale, timeZone, startAt)}
        </time>
        <span class="hint">{timeZone.replaceAll('_', ' ')}</span>
      </p>
      {!isBegun && <p class="lead">{getsMail ? t.bookedText : t.bookedNoMail}</p>}
      <p class="hint">{t.bookDeviceHint}</p>
      <div class="welcome-actions">
        <Button variant={isSoon || !isOpen ? 'primary' : 'quiet'} busy={busy} onClick={onJoin}>
          {texts.join}
        </Button>
      </div>
      {isOpen && (
        <div class="welcome-actions">
          <Button onClick={onChange}>{t.bookChange}</Button>
          <Button variant="bare" onClick={() => setCanceling(true)}>
            {t.bookCancel}
          </Button>
        </div>
      )}
      {isCanceling && (
        <Dialog title={t.bookCancelTitle} onClose={() => setCanceling(false)}>
          <p>{t.bookCancelText}</p>
          <div class="dialog-actions">
            <Button onClick={() => setCanceling(false)}>{t.bookKeep}</Button>
            <Button variant="danger" busy={busy} onClick={onCancel}>
              {t.bookCancel}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
