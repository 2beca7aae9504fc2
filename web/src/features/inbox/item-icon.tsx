import {
  AtSign,
  CircleAlert,
  CircleCheck,
  FileCheck,
  type LucideIcon,
  MailWarning,
  MessageSquareReply,
  SquareKanban,
  Webhook,
} from 'lucide-react';
import type { InboxItem } from '../../data/inbox.ts';

const icons: Record<InboxItem['type'], LucideIcon> = {
  mention: AtSign,
  reply: MessageSquareReply,
  assignment: SquareKanban,
  job_succeeded: FileCheck,
  job_failed: CircleAlert,
  response: CircleCheck,
  webhook_disabled: Webhook,
  invitation_bounced: MailWarning,
};

export function ItemIcon({ type }: { type: InboxItem['type'] }) {
  const Icon = icons[type];
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />;
}
