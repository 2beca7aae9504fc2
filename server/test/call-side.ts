import { beginSignIn, signInHeaders } from '../src/features/identity/sign-in/index.ts';
import { type Account, type ResponseTo, type TestParley, until } from './harness.ts';

interface CallEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  data: any;
  id?: string;
}

/** One side of a call: requests, and the events as they arrive. */
export function callAt<const Prefix extends string>(
  node: TestParley,
  prefix: Prefix,
  headers: Record<string, string>,
) {
  const post = <const Route extends string>(
    route: Route,
    body?: object,
  ): ResponseTo<'POST', `${Prefix}${Route}`> => node.request('POST', `${prefix}${route}`, { body, headers });
  const follow = (peerId: string, lastEventId?: string) => {
    const controller = new AbortController();
    const events: CallEvent[] = [];
    const done = fetch(`${node.url}${prefix}/events?peer_id=${peerId}`, {
      headers: { ...headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
      signal: controller.signal,
    })
      .then(async (response) => {
        let text = '';
        for await (const chunk of response.body ?? []) {
          text += Buffer.from(chunk).toString();
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
            if (fields.event) events.push({ ...fields, data: JSON.parse(fields.data) } as CallEvent);
          }
        }
      })
      .catch(() => undefined);
    const saw = (name: string, matches: (data: CallEvent['data']) => boolean = () => true) =>
      until(
        async () => events.find(({ event, data }) => event === name && matches(data)),
        `the event ${name}`,
      );
    return {
      events,
      saw,
      /** Resolves when the server ends the stream. */
      done,
      async close() {
        controller.abort();
        await done;
      },
    };
  };
  return { post, follow, headers };
}

/** The call of a session in a browser in which this account is signed in. */
export async function browserOf(node: TestParley, account: Account) {
  const token = await beginSignIn(node.db, account.user_id, node.clock.now());
  const headers = { ...signInHeaders(node.url, token), origin: node.url };
  return (sessionId: string) => callAt(node, `/app/v1/engage/sessions/${sessionId}/call`, headers);
}

/** Creates a live interview in the project, publishes it, and returns its id. */
export async function publishLiveInterview(
  researcher: Account,
  projectId: string,
  startAt: Date[],
  consent: object | null,
): Promise<string> {
  const { body } = await researcher.post(`/v1/projects/${projectId}/tests`, {
    name: 'Checkout',
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    consent,
    scheduling: {
      timezone: 'Europe/Berlin',
      duration_minutes: 45,
      slots: startAt.map((start) => ({ start_at: start.toISOString() })),
    },
  });
  await researcher.post(`/v1/engage/tests/${body.data.id}/publish`);
  return body.data.id as string;
}

/** Books a session with Mina, whose browser is connected to `node`. */
export async function bookCall(node: TestParley, researcher: Account, testId: string, start: Date) {
  const { body } = await researcher.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email: 'mina@example.com', name: 'Mina' },
    scheduled_start_at: start.toISOString(),
  });
  const token = body.data.join_url.split('/t/')[1] as string;
  const headers = { authorization: `Bearer ${token}` };
  return {
    id: body.data.id as string,
    token,
    participant: callAt(node, '/p/v1/call', headers),
    withdraw: () => node.request('POST', '/p/v1/withdraw', { body: {}, headers }),
  };
}
