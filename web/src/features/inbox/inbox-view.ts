/** What the address says about the page. */
export interface InboxView {
  view?: 'unread' | undefined;
}

export const parseInboxView = (search: Record<string, unknown>): InboxView =>
  search.view === 'unread' ? { view: 'unread' } : {};
