/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Client, isLinkRefusal, Refusal } from '../api/client.ts';
import type { Visit } from '../api/wire.ts';
import { CallPage } from '../call/call-page.tsx';
import { useTexts } from '../texts/context.tsx';
import { formatMinutes } from '../texts/format.ts';
import { Frame } from '../ui/frame.tsx';
import { useExclusive } from '../ui/use-exclusive.ts';
import { BookedPage } from './booked-page.tsx';
import { SlotPicker } from './slot-picker.tsx';
import type { Booking, Slots } from './slots.ts';
import './booking.css';

interface BookingPageProps {
  client: Client;
  visit: Visit;
  actions: ComponentChildren;
  onReload(): void;
}

/** Chooses, moves and cancels the time of a live interview. */
export function BookingPage({ client, visit, actions, onReload }: BookingPageProps) {
  const { t, locale } = useTexts();
  const [slots, setSlots] = useState<Slots>();
  const [isChanging, setChanging] = useState(false);
  const [isInCall, setInCall] = useState(false);
  const [error, setError] = useState('');
  const { busy, run } = useExclusive();
  const timeZone = client.timeZone || slots?.timezone || 'UTC';

  const attempt = useCallback(
    async (action: () => Promise<void>) => {
      setError('');
      try {
        await action();
      } catch (failure) {
        const isTaken =
          failure instanceof Refusal && failure.details.some(({ field }) => field === 'start_at');
        if (isTaken) {
          setSlots(await client.call<Slots>('GET', '/slots'));
          setError(t.bookTaken);
        } else if (isLinkRefusal(failure)) onReload();
        else setError(t.failed);
      }
    },
    [client, onReload, t],
  );
  const load = useCallback(
    () => attempt(async () => setSlots(await client.call<Slots>('GET', '/slots'))),
    [attempt, client],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, not for each language.
  useEffect(() => void load(), [client]);

  const book = (startAt: string) =>
    run(() =>
      attempt(async () => {
        const body = { start_at: startAt, timezone: timeZone };
        const booking = await client.call<Booking>('POST', '/booking', body);
        setSlots((before) => before && { ...before, booking });
        setChanging(false);
      }),
    );
  const cancel = () =>
    run(() =>
      attempt(async () => {
        await client.call<Booking>('DELETE', '/booking');
        setSlots(await client.call<Slots>('GET', '/slots'));
      }),
    );

  const booking = slots?.booking?.start_at ? slots.booking : null;
  const minutes = slots?.duration_minutes ? formatMinutes(locale, slots.duration_minutes) : '–';
  if (isInCall) {
    const leave = () => {
      setInCall(false);
      onReload();
    };
    return <CallPage client={client} visit={visit} onLeft={leave} />;
  }
  return (
    <Frame researcher={visit.test.researcher} actions={actions}>
      <div class="booking">
        {booking && !isChanging ? (
          <BookedPage
            booking={booking}
            timeZone={timeZone}
            getsMail={visit.sends_mail && (slots?.has_email ?? false)}
            busy={busy}
            onJoin={() => setInCall(true)}
            onChange={() => setChanging(true)}
            onCancel={() => void cancel()}
          />
        ) : (
          slots && (
            <SlotPicker
              slots={slots.slots}
              timeZone={timeZone}
              hint={t.bookTimezone(timeZone.replaceAll('_', ' '), minutes)}
              current={booking?.start_at ?? null}
              busy={busy}
              onBook={(startAt) => void book(startAt)}
              onBack={booking ? () => setChanging(false) : undefined}
            />
          )
        )}
        <div role="status">
          {error && (
            <p class="banner banner-danger">
              {error}{' '}
              {!slots && (
                <button type="button" class="link" onClick={() => void load()}>
                  {t.retry}
                </button>
              )}
            </p>
          )}
        </div>
      </div>
    </Frame>
  );
}
