import type { Client } from '../api/client.ts';
import type { Progress, Question } from '../api/wire.ts';

export interface Message {
  number: number;
  role: 'moderator' | 'participant';
  text: string;
}

/** How the last question can be answered besides typing. */
export type Choice = Pick<Question, 'type' | 'options' | 'scale'> & { question_id: string };

export interface Conversation {
  status: 'not_started' | 'in_progress' | 'ended';
  messages: Message[];
  /** Whether the next message of the moderator is being worded. */
  waiting: boolean;
  choice: Choice | null;
  next_client_turn: number;
  progress: Progress;
  redirect_url: string | null;
}

export interface Turn {
  text: string;
  /** Makes a repeated request harmless: the server stores each number once. */
  client_turn: number;
  value?: number | boolean;
  option_ids?: string[];
}

/** The message without the list of options that the page shows as buttons. */
export function withoutOptions(message: Message, { options }: Choice): Message {
  const list = options.map(({ text }) => `\n• ${text}`).join('');
  const isListed = list !== '' && message.text.endsWith(list);
  return isListed ? { ...message, text: message.text.slice(0, -list.length) } : message;
}

export const interviewCalls = ({ call }: Client) => ({
  start: () => call<Conversation>('POST', '/interview', {}),
  read: () => call<Conversation>('GET', '/interview'),
  send: (turn: Turn) => call<Conversation>('POST', '/interview/turns', turn),
  end: () => call<Conversation>('POST', '/interview/end', {}),
});
