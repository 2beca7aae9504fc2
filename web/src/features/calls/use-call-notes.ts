import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addNote, type NewCallNote, sessionNotesQuery } from '../../data/call.ts';
import type { Session } from '../../data/calls.ts';

const keyOf = (sessionId: string) => `parley.call-notes.${sessionId}`;

/** Notes of the call. A note that could not be sent stays in this browser and is sent again. */
export function useCallNotes(session: Session) {
  const queryClient = useQueryClient();
  const options = sessionNotesQuery(session);
  const notes = useQuery(options);
  const [unsent, setUnsent] = useState<NewCallNote[]>(() => readUnsent(session.id));
  const sending = useRef(false);

  const store = (next: NewCallNote[]) => {
    setUnsent(next);
    if (next.length === 0) localStorage.removeItem(keyOf(session.id));
    else localStorage.setItem(keyOf(session.id), JSON.stringify(next));
  };
  const add = (note: NewCallNote) => {
    store([...readUnsent(session.id), note]);
    void send();
  };
  async function send(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    try {
      for (let next = readUnsent(session.id)[0]; next; next = readUnsent(session.id)[0]) {
        await addNote(session, next);
        store(readUnsent(session.id).slice(1));
        await queryClient.invalidateQueries({ queryKey: options.queryKey });
      }
    } catch {
      // It is sent again with the next note, after a reconnection, and when the page is opened again.
    } finally {
      sending.current = false;
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was left by the last visit, and after being offline.
  useEffect(() => {
    void send();
    const again = () => void send();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);

  return { notes: notes.data ?? [], unsent, add };
}

function readUnsent(sessionId: string): NewCallNote[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(sessionId)) ?? '[]') as NewCallNote[];
  } catch {
    return [];
  }
}
