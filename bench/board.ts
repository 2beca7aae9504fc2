import { connections, percentile } from './load.ts';
import type { createReport } from './report.ts';

const cards = 100;

/** Many people at one board: every move goes beside some other card, in some lane. */
export async function measureMoves(
  url: string,
  headers: Record<string, string>,
  projectId: string,
  report: ReturnType<typeof createReport>,
  seconds: number,
): Promise<void> {
  const call = async <T>(method: string, where: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/v1${where}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${where}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  type Row = { id: string };
  const lanes = await call<Row[]>('GET', `/projects/${projectId}/lanes`);
  const ids: string[] = [];
  for (let i = 0; i < cards; i++)
    ids.push((await call<Row>('POST', `/projects/${projectId}/cards`, { title: `Card ${i}` })).id);
  const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T;

  const latenciesMs: number[] = [];
  const ends = performance.now() + seconds * 1000;
  const mover = async () => {
    while (performance.now() < ends) {
      const moved = any(ids);
      const beside = any(ids);
      const before = performance.now();
      await call(
        'POST',
        `/cards/${moved}/move`,
        moved === beside ? { lane_id: any(lanes).id } : { after_card_id: beside },
      );
      latenciesMs.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: connections }, mover));
  report.latency(
    `move a card, ${connections} at once on one board of ${cards}`,
    latenciesMs.length / seconds,
    percentile(latenciesMs, 0.5),
    percentile(latenciesMs, 0.99),
  );
}
