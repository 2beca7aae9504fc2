import Type from 'typebox';
import { maskApiKey } from '../../../foundation/api-key.ts';
import { DateTime, DateTimeInput, Id, Input, Nullable, Resource, VisibleText } from '../../../http/schema.ts';
import type { KeyRow } from './store.ts';

export const ApiKeyFields = {
  id: Id('key', 'Not the key itself.'),
  name: Type.String({ description: 'Chosen at creation, to distinguish keys.', examples: ['CI'] }),
  masked: Type.String({
    description: 'The key with all but its last four characters hidden.',
    examples: ['prl_live_••••••••9fK2'],
  }),
  created_at: DateTime('When the key was created.'),
  last_used_at: Nullable(
    DateTime('Last request with this key, accurate to a few seconds; null if never used.'),
  ),
};

export const ApiKey = Resource('ApiKey', {
  ...ApiKeyFields,
  expires_at: Nullable(DateTime('When it stops working; null for never.')),
  revoked_at: Nullable(DateTime('When it was revoked; null while it is valid.')),
  key: Type.Optional(Type.String({ description: 'The key itself. Only in the response that creates it.' })),
});

export const toApiKey = (row: KeyRow) => ({
  id: row.id,
  name: row.name,
  masked: maskApiKey(row.last_four),
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
});

export const NewApiKey = Input({
  name: VisibleText(1, 100),
  expires_at: Type.Optional(Nullable(DateTimeInput('When it stops working; null for never.'))),
});
