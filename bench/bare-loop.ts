import { newSecret, signatureHeaders } from '../server/src/features/webhooks/delivery/signature.ts';
import { newId } from '../server/src/foundation/ids.ts';
import { createOutbound, loopbackCidrs } from '../server/src/platform/outbound/index.ts';

/** The yardstick: the same client sends the same signed bodies in a bare loop, with nothing kept anywhere. */
const [url = '', count = '0', concurrency = '64'] = process.argv.slice(2);
const outbound = createOutbound({ allow: loopbackCidrs, allowHttp: true });
const secret = newSecret();
let left = Number(count);

async function loop(): Promise<void> {
  while (left-- > 0) {
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
      url,
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

await Promise.all(Array.from({ length: Number(concurrency) }, loop));
await outbound.close();
