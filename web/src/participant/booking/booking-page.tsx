/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Client, isLinkRefusal, Refusal } from '../api/client.ts';
import type { Visit } from '../api/wire.ts';
import { CallPage } from '../call/call-page.tsx';
import { loadCallTexts } from '../call/texts.ts';
import { useTexts } from '../texts/context.tsx';
import { formatMinutes } from '../texts/format.ts';
import { Button } from '../ui/button.tsx';
import { Frame } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { useExclusive } from '../ui/use-exclusive.ts';
import { BookedPage } from './booked-page.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { type Booking, type Slots, untilJoinMs } from './slots.ts';
import './booking.css';

interface BookingPageProps {
  client: Client;
  visit: Visit;
  actions: ComponentChildren;
  onReload(): void | Promise<void>;
}

/** How often the page asks whether a call that is near or running still exists. */
const refreshMs = 5_000;

/** Chooses, moves and cancels the time of a live interview. */
export function BookingPage({ client, visit, actions, onReload }: BookingPageProps) {
  const { t, language, locale } = useTexts();
  const [slots, setSlots] = useState<Slots>();
  const [isChanging, setChanging] = useState(false);
  const [isInCall, setInCall] = useState(false);
  const [hasLeft, setLeft] = useState(false);
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
        } else if (isLinkRefusal(failure)) await onReload();
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

  /** Whether the booking still exists. If not, the page of the new state is shown first. Undefined without a connection. */
  const refresh = useCallback(async (): Promise<boolean | undefined> => {
    const next = await client.call<Slots>('GET', '/slots').catch((failure: unknown) => {
      if (isLinkRefusal(failure)) void onReload();
      return undefined;
    });
    if (next && !next.booking) await onReload();
    if (next) setSlots(next);
    return next && next.booking !== null;
  }, [client, onReload]);
  const booking = slots?.booking?.start_at ? slots.booking : null;
  const isBegun = booking?.status === 'waiting' || booking?.status === 'in_progress';
  const startAt = booking?.start_at;
  useEffect(() => {
    if (!startAt || isInCall || isChanging) return;
    const timer = setInterval(() => {
      const isNear = isBegun || untilJoinMs(startAt, Date.now()) <= 0;
      if (isNear && document.visibilityState === 'visible') void refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [startAt, isBegun, isInCall, isChanging, refresh]);
  const join = () =>
    run(async () => {
      // The camera must not be opened for a call that is over.
      if ((await refresh()) !== false) setInCall(true);
    });

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

  const minutes = slots?.duration_minutes ? formatMinutes(locale, slots.duration_minutes) : '–';
  const { researcher } = visit.test;
  if (isInCall)
    return (
      <CallPage
        client={client}
        visit={visit}
        onBack={() => {
          setInCall(false);
          void refresh();
        }}
        onLeft={() => {
          setLeft(true);
          setInCall(false);
          void refresh();
        }}
        onOver={() => void onReload()}
      />
    );
  if (hasLeft && booking) {
    const texts = loadCallTexts(language);
    return (
      <Notice
        icon="leave"
        title={texts.leftTitle}
        text={texts.leftText}
        study={visit.test.title}
        researcher={researcher}
        actions={actions}
      >
        <Button variant="primary" busy={busy} onClick={() => void join()}>
          {texts.joinAgain}
        </Button>
      </Notice>
    );
  }
  return (
    <Frame researcher={researcher} actions={actions}>
      <div class="booking">
        {booking && !isChanging ? (
          <BookedPage
            booking={booking}
            timeZone={timeZone}
            getsMail={visit.sends_mail && (slots?.has_email ?? false)}
            busy={busy}
            isBegun={isBegun}
            onJoin={() => void join()}
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
