import Type from 'typebox';
import { DateTime, Id, Resource } from '../../../http/schema.ts';
import { type ErasureRow, redactedKinds, removedKinds } from './store.ts';

const Counts = (kinds: readonly string[], description: string) =>
  Type.Object(
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Type.Integer({ minimum: 0, description: `Number of ${kind}.`, examples: [1] }),
      ]),
    ),
    { description },
  );

const backups =
  'Backups that were made earlier still contain the data until they are deleted. After restoring one, erase the participant again.';
const temporary_copies =
  'Stored responses to requests with an Idempotency-Key are encrypted and deleted after 24 hours. Bytes of recordings are deleted within a minute. Mails and events that were already sent cannot be recalled.';

export const ErasureReceipt = Resource(
  'ErasureReceipt',
  {
    id: Id('participant', 'The participant who was erased.'),
    erased_at: DateTime('When the erasure began.'),
    removed: Counts(removedKinds, 'How many records were deleted.'),
    redacted: Counts(
      redactedKinds,
      'How many records of others contained words of the person, which are now `[removed]`.',
    ),
    backups: Type.String({ description: 'What the erasure means for backups.', examples: [backups] }),
    temporary_copies: Type.String({
      description: 'Which copies disappear later, and which are out of reach.',
      examples: [temporary_copies],
    }),
  },
  { description: 'What an erasure removed, without the content.' },
);

const filled = (kinds: readonly string[], counts: Record<string, number>) =>
  Object.fromEntries(kinds.map((kind) => [kind, counts[kind] ?? 0]));

export const toReceipt = (erasure: ErasureRow) => ({
  id: erasure.participant_id,
  erased_at: erasure.started_at,
  removed: filled(removedKinds, erasure.removed),
  redacted: filled(redactedKinds, erasure.redacted),
  backups,
  temporary_copies,
});
