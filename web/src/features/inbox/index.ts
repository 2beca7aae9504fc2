export { NeedsYou } from './needs-you.tsx';
export { UnreadCount } from './unread-count.tsx';
