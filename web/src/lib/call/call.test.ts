import { expect, it } from 'vitest';
import { type CallView, enterCall } from './call.ts';

/** Enters a call whose server sends these events, and stays in it until it ends. */
function enter(events: string) {
  const posted: string[] = [];
  const views: CallView[] = [];
  const entry = { peer_id: 'own', session: { recording_allowed: false }, ice_servers: [], peers: [] };
  const call = enterCall({
    transport: {
      post: async <T>(path: string) => {
        posted.push(path);
        return entry as T;
      },
      open: async () => new Response(new Blob([events]).stream()),
    },
    local: {} as MediaStream,
    release: () => {},
    entryBody: {},
    onChange: (view) => views.push(view),
  });
  const reached = (state: CallView['state']) =>
    expect.poll(() => views.at(-1)?.state, { interval: 5 }).toBe(state);
  return { call, posted, reached };
}

it('tells the server once that this browser leaves', async () => {
  const { call, posted, reached } = enter('event: state\ndata: {"recording":false}\n\n');
  await reached('connected');
  await call.leave();
  await call.leave();
  expect(posted).toEqual(['/join', '/leave']);
});

it('tells the server nothing when the page of a call that has ended is left', async () => {
  const { call, posted, reached } = enter('event: ended\ndata: {"status":"completed"}\n\n');
  await reached('ended');
  await call.leave();
  expect(posted).toEqual(['/join']);
});
