import Type from 'typebox';
import { maskApiKey } from '../../../foundation/api-key.ts';
import { DateTime, DateTimeInput, Id, Input, Nullable, Resource, VisibleText } from '../../../http/schema.ts';
import type { KeyRow } from './store.ts';

export const ApiKeyFields = {
  id: Id('key'),
  name: Type.String(),
  masked: Type.String({
    description: 'The key with all but its last four characters hidden.',
    examples: ['prl_live_••••••••9fK2'],
  }),
  created_at: DateTime(),
  last_used_at: Nullable(DateTime('To within a few seconds.')),
};

export const ApiKey = Resource('ApiKey', {
  ...ApiKeyFields,
  expires_at: Nullable(DateTime()),
  revoked_at: Nullable(DateTime()),
  key: Type.Optional(
    Type.String({ description: 'The key itself: in the answer to its creation, and never again.' }),
  ),
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
