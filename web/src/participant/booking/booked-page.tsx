/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { loadCallTexts } from '../call/texts.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Title } from '../ui/frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { type Booking, formatMoment } from './slots.ts';

interface BookedPageProps {
  booking: Booking;
  timeZone: string;
  busy: boolean;
  onJoin(): void;
  onChange(): void;
  onCancel(): void;
}

export function BookedPage({ booking, timeZone, busy, onJoin, onChange, onCancel }: BookedPageProps) {
  const { t, language, locale } = useTexts();
  const [isCanceling, setCanceling] = useState(false);
  // Only a call that has not begun can be moved.
  const isOpen = booking.status === 'scheduled';
  return (
    <div class="question">
      <span class="notice-icon">
        <Icon name="calendar" />
      </span>
      <Title page="booked">{t.bookedTitle}</Title>
      <p class="booked-time">
        <time dateTime={booking.start_at ?? ''}>
          {formatMoment(locale, timeZone, booking.start_at ?? '')}
        </time>
        <span class="hint">{timeZone.replaceAll('_', ' ')}</span>
      </p>
      <p class="lead">{t.bookedText}</p>
      <p class="hint">{t.bookDeviceHint}</p>
      <div class="welcome-actions">
        <Button variant="primary" onClick={onJoin}>
          {loadCallTexts(language).join}
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
