import Type, { type Static } from 'typebox';
import { DateTime, Input, listQuery, Nullable, OneOf, Resource } from '../../../../http/schema.ts';
import { ExpectedVersion } from '../schema.ts';
import { type RevisionRow, revisionActions } from './store.ts';

const Revision = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, description, examples: [1] });

export const ReportQuery = Input({
  revision: Type.Optional(
    Revision('The title and the text as they were in this revision. Default: as they are now.'),
  ),
});

export const ReportRevert = Input({
  revision: Revision('The revision to restore.'),
  expected_version: Type.Optional(ExpectedVersion()),
});
export type ReportRevert = Static<typeof ReportRevert>;

export const RevisionsQuery = listQuery(['-created_at', 'created_at'], {});

export const ReportRevision = Resource(
  'ReportRevision',
  {
    revision: Type.Integer({ minimum: 1, description: 'The `version` that the report had.' }),
    action: OneOf(revisionActions, { description: 'What made this revision.' }),
    title: Type.String({ description: 'The title in this revision.' }),
    created_by: Nullable(Type.String({ description: 'The user who made the change; null for AI.' })),
    created_at: DateTime('When the change was made.'),
  },
  { description: 'An entry in the history of a report.' },
);

export const toRevision = ({ revision, action, title, created_by, created_at }: RevisionRow) => ({
  revision,
  action,
  title,
  created_by,
  created_at,
});
