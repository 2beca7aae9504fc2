import Type from 'typebox';
import { DateTime, Id, OneOf, Resource } from '../../../http/schema.ts';
import { type ErasureRow, redactedKinds, removedKinds } from './store.ts';

/** What is counted, where the name of the field does not say it. */
const counted: Record<string, string> = {
  clips: 'clips and reels',
  messages: 'messages of chats',
  other_texts: 'other records with texts, such as tags, transcripts of others and original files',
};

const Counts = (kinds: readonly string[], description: string) =>
  Type.Object(
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Type.Integer({ minimum: 0, description: `Number of ${counted[kind] ?? kind}.`, examples: [1] }),
      ]),
    ),
    { description },
  );

const backups =
  'Backups that were made earlier still contain the data until they are deleted. After restoring one, erase the participant again.';
const temporary_copies =
  'Bytes of recordings are deleted within a minute. The mail about a canceled call contains the address until it is sent, at most a day. An Idempotency-Key that contains the name is deleted after 24 hours. Mails and events that were already sent cannot be recalled.';

const places = [
  'shared_words',
  'original_files',
  'write_ahead_log',
  'dead_rows',
  'backups',
  'mail_server',
  'receivers',
] as const;

/** Where the data can still be. */
const remaining: { place: (typeof places)[number]; note: string }[] = [
  {
    place: 'shared_words',
    note: 'Words of the person remain if they are in a test, if another participant gave them, too, or if a file or a text of a researcher had them before. So do a name or an address that another participant has, too, and texts about the person in other words. Search for them, and edit what identifies the person.',
  },
  {
    place: 'original_files',
    note: 'Recordings, images, PDF, Word, CSV and HTML files of other people, and text files of more than 25 MB, remain as they were uploaded. Text files that other participants gave lose only the name and the address. Delete those that show or name the person.',
  },
  {
    place: 'write_ahead_log',
    note: 'The write-ahead log of PostgreSQL contains the data until its files are recycled. Archived files of the log contain it until they are deleted. Set the retention of the archive, and delete files that are older than the erasure.',
  },
  {
    place: 'dead_rows',
    note: 'Deleted rows remain in the files of PostgreSQL until autovacuum reuses their space. VACUUM FULL removes them at once.',
  },
  {
    place: 'backups',
    note: 'Backups that were made before contain the data until they are deleted. After restoring one, erase the participant again.',
  },
  {
    place: 'mail_server',
    note: 'Mails that were sent are with the mail server and the recipients.',
  },
  {
    place: 'receivers',
    note: 'Events that were delivered are with the receivers of webhooks and automations.',
  },
];

export const ErasureReceipt = Resource(
  'ErasureReceipt',
  {
    id: Id('participant', 'The participant who was erased.'),
    erased_at: DateTime('When the erasure began.'),
    removed: Counts(removedKinds, 'How many records were deleted.'),
    redacted: Counts(
      redactedKinds,
      'How many records of others contained words of the person. The words are now `[removed]`, or `█` in transcripts.',
    ),
    backups: Type.String({ description: 'What the erasure means for backups.', examples: [backups] }),
    temporary_copies: Type.String({
      description: 'Which copies disappear later, and which are out of reach.',
      examples: [temporary_copies],
    }),
    remaining: Type.Array(
      Type.Object({
        place: OneOf(places, { description: 'Where copies can remain.' }),
        note: Type.String({
          description: 'For how long, and what an operator does about it.',
          examples: [remaining[0]?.note],
        }),
      }),
      { description: 'Places where copies can remain.' },
    ),
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
  remaining,
});
