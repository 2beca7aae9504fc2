import Type from 'typebox';
import type { Participant } from '../../../foundation/principal.ts';
import { isTimezone } from '../../../foundation/timezone.ts';
import { participantRoute, type Route } from '../../../http/route.ts';
import { DateTime, DateTimeInput, Input, Nullable, OneOf, Timezone } from '../../../http/schema.ts';
import { StartBody } from '../responses/index.ts';
import { book, cancelBooking, readSlots, toBooking } from './booking.ts';
import type { SessionDeps } from './deps.ts';
import { sessionStatuses } from './states.ts';

const Booking = Type.Object({
  session_id: Type.String(),
  status: OneOf(sessionStatuses),
  start_at: Nullable(DateTime()),
  end_at: Nullable(DateTime()),
  timezone: Nullable(Type.String()),
});

const Slots = Type.Object({
  timezone: Type.String(),
  duration_minutes: Nullable(Type.Integer()),
  slots: Type.Array(Type.Object({ start_at: DateTime(), end_at: DateTime() })),
  booking: Nullable(Booking),
  /** Whether a calendar invitation can be sent to the participant. */
  has_email: Type.Boolean(),
});

export function bookingRoutes(deps: SessionDeps): Route<Participant>[] {
  return [
    participantRoute({
      method: 'GET',
      path: '/slots',
      operationId: 'listSlots',
      tag: 'Sessions',
      summary: 'List the free times',
      status: 200,
      data: Slots,
      handler: async ({ db, principal, now, header }) => {
        const timezone = header('x-timezone');
        const known = timezone && isTimezone(timezone) ? timezone : undefined;
        return { data: await readSlots(db, principal, known, now) };
      },
    }),
    participantRoute({
      method: 'POST',
      path: '/booking',
      operationId: 'book',
      tag: 'Sessions',
      summary: 'Book a time, or move the booking',
      status: 201,
      body: Input({
        start_at: DateTimeInput(),
        consent_version: StartBody.properties.consent_version,
        timezone: Type.Optional(Timezone('The timezone of the browser.')),
      }),
      data: Booking,
      handler: async (call) => ({ data: toBooking(await book(deps, call, call.body)) }),
    }),
    participantRoute({
      method: 'DELETE',
      path: '/booking',
      operationId: 'cancelBooking',
      tag: 'Sessions',
      summary: 'Cancel the booking',
      status: 200,
      data: Booking,
      handler: async (call) => ({ data: toBooking(await cancelBooking(deps, call)) }),
    }),
  ];
}
