import { findRunningPostgres } from '@parley/embedded-postgres';
import type { HttpServerProcess } from '@parley/testing';
import pg from 'pg';
import { compare } from './compare.ts';
import { connections } from './load.ts';
import { createProcessorClock, startBare } from './processes.ts';
import type { createReport } from './report.ts';

const cards = 100;
/**
 * Moves per second divided by bare updates of single rows per second. A bare update waits for no other row and takes about
 * a third of the processor time; moves of one board run one at a time. Measured: 0.19 and 0.22 at a load of 10 to 20.
 */
const bar = 0.15;

export interface BoardBench {
  parley: HttpServerProcess;
  dataDir: string;
  headers: Record<string, string>;
  projectId: string;
  report: ReturnType<typeof createReport>;
  quick: boolean;
}

/** 32 clients on one board: each request moves a random card to the place after another random card. */
export async function measureMoves(options: BoardBench): Promise<void> {
  const { parley, dataDir, headers, projectId, report, quick } = options;
  const connection = await findRunningPostgres(dataDir, 'parley');
  const db = new pg.Client(connection);
  await db.connect();
  const bare = await startBare({
    BARE: JSON.stringify({ connection, workspaceId: '', userId: '', keyHash: '' }),
  });
  try {
    const ids = await createCards(options);
    const random = (): string => ids[Math.floor(Math.random() * ids.length)] as string;
    const another = (than: string): string => {
      const id = random();
      return id === than ? another(than) : id;
    };
    const move = (prefix: string) => () => {
      const id = random();
      return { path: `${prefix}/cards/${id}/move`, body: JSON.stringify({ after_card_id: another(id) }) };
    };
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    const processorMs = createProcessorClock(rows[0]?.pid as number);
    const side = ({ url, pid }: HttpServerProcess, prefix: string) =>
      ({ url, pid, method: 'POST', headers, eachRequest: move(prefix) }) as const;
    const title = `move a card, ${connections} at once on one board of ${cards}`;
    const measuring = { seconds: quick ? 1 : 3, rounds: quick ? 3 : 7, processorMs };
    report.moves(await compare(title, [side(parley, '/v1'), side(bare, '')], measuring), bar);
    await requireIntact(db, projectId);
  } finally {
    await bare.stop();
    await db.end();
  }
}

async function createCards({ parley, headers, projectId }: BoardBench): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < cards; i++) {
    const response = await fetch(`${parley.url}/v1/projects/${projectId}/cards`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: `Card ${i}` }),
    });
    if (!response.ok) throw new Error(`create a card: ${await response.text()}`);
    ids.push(((await response.json()) as { data: { id: string } }).data.id);
  }
  return ids;
}

/** Fails if a card is missing or two cards have the same position: the measured rate would be worthless. */
async function requireIntact(db: pg.Client, projectId: string): Promise<void> {
  const { rows } = await db.query<{ cards: number; positions: number }>(
    `select count(*)::integer as cards, count(distinct (lane_id, position))::integer as positions
       from cards where project_id = $1`,
    [projectId],
  );
  const found = rows[0];
  if (found?.cards !== cards || found.positions !== cards)
    throw new Error(`after the moves: ${JSON.stringify(found)} instead of ${cards}`);
}
