import Type, { type Static } from 'typebox';
import { DateTime, Input, Nullable, OneOf, Pattern, Text, VisibleText } from '../../../http/schema.ts';
import { sessionStatuses } from '../sessions/index.ts';

export const Peer = Type.Object({
  id: Type.String(),
  role: OneOf(['participant', 'researcher']),
  name: Nullable(Type.String()),
  joined_at: DateTime(),
});

/** What a browser gets when it enters a call. */
export const Entry = Type.Object({
  peer_id: Type.String(),
  session: Type.Object({
    id: Type.String(),
    status: OneOf(sessionStatuses),
    scheduled_start_at: Nullable(DateTime()),
    scheduled_end_at: Nullable(DateTime()),
    participant_name: Nullable(Type.String()),
    recording_allowed: Type.Boolean(),
  }),
  ice_servers: Type.Array(
    Type.Object({
      urls: Type.Array(Type.String()),
      username: Type.Optional(Type.String()),
      credential: Type.Optional(Type.String()),
    }),
  ),
  peers: Type.Array(Peer),
});

export const PeerId = () => Text(1, 100, { examples: ['AAAAAAAAAAAAAAAAAAAAAA'] });
export const PeerQuery = Input({ peer_id: PeerId() });
export const PeerInput = Input({ peer_id: PeerId() });
export const SignalInput = Input({
  peer_id: PeerId(),
  to: PeerId(),
  data: Type.Unsafe<object>({
    type: 'object',
    description: 'A description of a connection, or a candidate.',
  }),
});
export const ParticipantEntry = Input({
  consent_version: Type.Optional(Type.Integer({ minimum: 1 })),
  name: Type.Optional(VisibleText(1, 200)),
});
export const RecordingInput = Input({
  peer_id: PeerId(),
  content_type: Pattern(
    '^(video|audio)/(webm|mp4)(;.{1,100})?$',
    'Use the type of a recorder, such as video/webm.',
    {
      maxLength: 120,
      examples: ['video/webm;codecs=vp8,opus'],
    },
  ),
});
/** Who spoke when, in seconds of the recording and in order. A call of three hours has about 4,000 turns. */
export const RecordingEnd = Input({
  file_id: Type.String({ maxLength: 100 }),
  turns: Type.Optional(
    Type.Array(
      Input({
        peer_id: PeerId(),
        start_seconds: Type.Number({ minimum: 0, maximum: 86_400 }),
        end_seconds: Type.Number({ minimum: 0, maximum: 86_400 }),
      }),
      { maxItems: 5_000 },
    ),
  ),
});
export type RecordingEnd = Static<typeof RecordingEnd>;
export const Done = Type.Object({ done: Type.Literal(true) });
