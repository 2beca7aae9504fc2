import { invalidField } from '../../../foundation/errors.ts';
import { type Caller, type Route, route } from '../../../http/route.ts';
import { sql } from '../../../platform/database/index.ts';
import {
  InboxItem,
  InboxQuery,
  InboxRead,
  InboxUnread,
  toInboxItem,
  UnreadCount,
  unreadMax,
} from './schema.ts';
import { countUnread, listInbox, markRead, markUnread } from './store.ts';

export function inboxRoutes(publicUrl: string): Route[] {
  const unreadOf = async ({ db, principal }: Pick<Caller, 'db' | 'principal'>) => ({
    data: { unread_count: await countUnread(db, principal, unreadMax) },
  });
  // Viewers have an inbox, too.
  const own = { tag: 'Inbox', status: 200, requireReplayRole: () => {} } as const;
  return [
    route({
      ...own,
      method: 'GET',
      path: '/inbox',
      operationId: 'listInbox',
      summary: 'List your inbox',
      description: 'What concerns you and happened in the last 180 days, the latest first.',
      query: InboxQuery,
      data: InboxItem,
      list: true,
      handler: async ({ db, principal, query }) => {
        const page = await listInbox(db, principal, query);
        return { data: page.rows.map((row) => toInboxItem(row, publicUrl)), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...own,
      method: 'GET',
      path: '/inbox/unread_count',
      operationId: 'countUnreadInbox',
      summary: 'Count the unread rows of your inbox',
      data: UnreadCount,
      handler: unreadOf,
    }),
    route({
      ...own,
      method: 'POST',
      path: '/inbox/read',
      operationId: 'markInboxRead',
      summary: 'Mark rows of your inbox as read',
      description: 'Ids that are not in your inbox are ignored. Repeating it changes nothing.',
      body: InboxRead,
      example: { body: { before: '2026-11-15T09:30:00.000Z' } },
      data: UnreadCount,
      handler: async (call) => {
        const { ids, before } = call.body;
        if (ids && before)
          throw invalidField('before', 'is not possible together with `ids`. Send one of them.');
        const which = ids ? sql`i.id = any(${ids}::text[])` : sql`i.updated_at <= ${new Date(before ?? 0)}`;
        await markRead(call.db, call.principal.user_id, which, call.now);
        return unreadOf(call);
      },
    }),
    route({
      ...own,
      method: 'POST',
      path: '/inbox/unread',
      operationId: 'markInboxUnread',
      summary: 'Mark rows of your inbox as unread',
      description: 'Ids that are not in your inbox are ignored.',
      body: InboxUnread,
      example: { body: { ids: ['inb_01k9p3v7e8r5ys1q2w4x6z8abc'] } },
      data: UnreadCount,
      handler: async (call) => {
        await markUnread(call.db, call.principal.user_id, call.body.ids);
        return unreadOf(call);
      },
    }),
  ];
}
