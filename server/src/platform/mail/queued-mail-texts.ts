import { sql } from '../database/index.ts';
import { mapStrings } from '../word-removal/index.ts';
import { mailTaskKind } from './mail-task.ts';

/**
 * Mails that are queued, for the erasure of a person. Those to the person remain: the cancellation of a call has the address
 * until it is sent.
 */
export const queuedMailTexts = {
  table: 'tasks',
  key: ['id'],
  ofProject: ({ id, workspace_id }: { id: string; workspace_id: string }) =>
    sql`t.workspace_id = ${workspace_id} and t.kind = ${mailTaskKind} and t.input ->> 'project_id' = ${id}`,
  columns: { input: 'json' as const },
  rewrite({ input }: { input: Record<string, unknown> }, { remove }: { remove(text: string): string }) {
    const isToPerson = typeof input.to === 'string' && remove(input.to) !== input.to;
    return { input: isToPerson ? input : mapStrings(input, (text) => remove(text)) };
  },
};
