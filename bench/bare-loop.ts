import { newSecret, signatureHeaders } from '../server/src/features/deliveries/webhooks/signature.ts';
import { newId } from '../server/src/foundation/ids.ts';
import { createOutbound, loopbackCidrs } from '../server/src/platform/outbound/index.ts';

/** The baseline of `npm run bench:webhooks`: the same client sends the same signed bodies in a loop and stores nothing. */
const [url = '', count = '0', warmUrl = '', warmCount = '0', concurrency = '64'] = process.argv.slice(2);
const outbound = createOutbound({ allow: loopbackCidrs, allowHttp: true });
const secret = newSecret();

async function loop(to: string, left: { count: number }): Promise<void> {
  while (left.count-- > 0) {
    const now = new Date();
    const eventId = newId('event', now.getTime());
    const body = Buffer.from(
      JSON.stringify({
        id: eventId,
        type: 'tag.created',
        created_at: now.toISOString(),
        data: { name: 'Shipping cost '.repeat(40) },
      }),
    );
    await outbound.send({
      method: 'POST',
      url: to,
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-SVC-Event': 'tag.created',
        'X-SVC-Event-Id': eventId,
        'User-Agent': 'SVC-Webhooks/1.0',
        ...signatureHeaders({ secret, eventId, timestampSeconds: Math.floor(now.getTime() / 1000), body }),
      },
      deadlineMs: 5_000,
      maxResponseBytes: 16 * 1024,
    });
  }
}

async function sendAll(to: string, count: number): Promise<void> {
  const left = { count };
  await Promise.all(Array.from({ length: Number(concurrency) }, () => loop(to, left)));
}

// The measured workers are warmed up too.
await sendAll(warmUrl, Number(warmCount));
await sendAll(url, Number(count));
await outbound.close();
