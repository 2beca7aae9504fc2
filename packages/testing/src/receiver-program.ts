import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The program of receiver-process.ts, which describes the paths. Latencies are counted per group. */
interface Group {
  total: number;
  ids: Map<string, number>;
  latencies: number[];
  firstAt: number;
  lastAt: number;
}
const groups = new Map<string, Group>();
let stored: object[] = [];
let storeMax = 0;
const held = new Set<() => void>();

const server = createServer((request, response) => {
  const [, behaviour = '', name = ''] = (request.url ?? '').split('/');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const now = Date.now();
    let group = groups.get(name);
    if (!group) {
      group = { total: 0, ids: new Map(), latencies: [], firstAt: now, lastAt: now };
      groups.set(name, group);
    }
    const body = Buffer.concat(chunks);
    const id = String(request.headers['x-svc-event-id']);
    group.total++;
    group.ids.set(id, (group.ids.get(id) ?? 0) + 1);
    group.lastAt = now;
    const createdAt = /"created_at":"([^"]+)"/.exec(body.toString('latin1', 0, 200))?.[1];
    if (createdAt) group.latencies.push(now - Date.parse(createdAt));
    if (stored.length < storeMax) stored.push({ headers: request.headers, body: body.toString('base64') });
    if (behaviour === 'hang') return;
    if (behaviour === 'hold') {
      held.add(() => response.writeHead(200).end());
      return;
    }
    const respond = () => response.writeHead(behaviour === 'fail' ? 500 : 200).end();
    if (behaviour === 'slow') setTimeout(respond, 150);
    else respond();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4096, () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', (message: { kind: string; name?: string; store?: number }) => {
  if (message.kind === 'clear') {
    groups.clear();
    stored = [];
    storeMax = message.store ?? 0;
    process.send?.({ cleared: true });
  } else if (message.kind === 'report') {
    process.send?.({ report: report(message.name) });
  } else if (message.kind === 'ids') {
    process.send?.({ ids: [...(groups.get(message.name ?? '')?.ids ?? [])] });
  } else if (message.kind === 'stored') {
    process.send?.({ stored });
  } else if (message.kind === 'release') {
    for (const respond of held) respond();
    held.clear();
    process.send?.({ released: true });
  }
});
process.on('disconnect', () => process.exit());

function report(prefix = '') {
  const found = [...groups].filter(([name]) => name.startsWith(prefix)).map(([, group]) => group);
  const latencies = found.flatMap((group) => group.latencies).sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const total = found.reduce((sum, group) => sum + group.total, 0);
  const unique = found.reduce((sum, group) => sum + group.ids.size, 0);
  return {
    total,
    unique,
    duplicates: total - unique,
    firstAt: Math.min(...found.map((group) => group.firstAt)),
    lastAt: Math.max(...found.map((group) => group.lastAt)),
    p50: at(0.5),
    p99: at(0.99),
    max: latencies.at(-1) ?? 0,
  };
}
