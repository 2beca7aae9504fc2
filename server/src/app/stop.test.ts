import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { startParley, until } from '../../test/harness.ts';
import { createPerson, testPassword } from '../../test/signed-in.ts';

test('a stop waits neither for idle connections nor for open event streams and waiting requests', async () => {
  const parley = await startParley();
  const ada = await createPerson(parley);
  const signedIn = await parley.request('POST', '/app/sign-in', {
    body: { email: ada.email, password: testPassword },
    headers: { origin: parley.url },
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');

  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    const idle = request(`${parley.url}/healthz`, { agent }, (response) =>
      response.resume().on('end', resolve),
    );
    idle.on('error', reject).end();
  });
  const stream = await fetch(`${parley.url}/app/v1/stream`, { headers: { cookie } });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body?.getReader();
  await reader?.read();
  const events = await ada.get('/v1/events?sort=created_at');
  const cursor = encodeURIComponent(events.body.meta.resume_cursor);
  const waiting = ada.get(`/v1/events?sort=created_at&cursor=${cursor}&wait_seconds=30`);
  await until(() => parley.unfinished().requests === 2, 'the stream and the waiting request to be open');

  const startedMs = performance.now();
  await parley.app.close();
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect((await waiting).status).toBe(200);
  for (let part = await reader?.read(); part && !part.done; ) part = await reader?.read();
  expect(parley.unfinished().requests).toBe(0);
  agent.destroy();
  await parley.stop();
});
