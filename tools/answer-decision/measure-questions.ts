import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestPostgres, until } from '@parley/testing';
import { startParley } from '../../bench/processes.ts';
import type { Study } from '../../bench/quality/read-studies.ts';
import { loadStudy, openServer } from '../../bench/quality/server.ts';
import { measureEvidence } from '../../server/src/features/ai/chats/extractive/answer-weights.ts';
import { evidenceIn } from '../../server/src/features/ai/chats/extractive/compose-answer.ts';
import { readQuestion } from '../../server/src/features/ai/chats/read-question.ts';
import { retrieveFor, toComposeRequest } from '../../server/src/features/ai/chats/retrieve-for.ts';
import { responseMaterial } from '../../server/src/features/engage/responses/source-material.ts';
import {
  readMaterialLanguage,
  readMaterialSpeakers,
} from '../../server/src/features/evidence/retrieval/index.ts';
import { createEmbeddedEmbedder, type Embedder } from '../../server/src/platform/ai/embed/index.ts';
import { createDatabase, type Db, sql } from '../../server/src/platform/database/index.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import type { MeasuredQuestion } from './fit.ts';
import { questionsOf } from './questions.ts';

const answerTimeoutMs = 60_000;
const embeddingTimeoutMs = 600_000;

/** Loads the studies into a new server, and measures each question as the chat does. */
export async function measureQuestions(studies: Study[]): Promise<MeasuredQuestion[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-answers-'));
  const postgres = await startTestPostgres();
  const parley = await startParley(dataDir, { DATABASE_URL: postgres.url });
  const db = createDatabase({
    connection: postgres.connection,
    prepare: true,
    maxConnections: 2,
    onIdleError() {},
  });
  const embedder = await createEmbeddedEmbedder({ modelsDir: process.env.MODELS_DIR }, createLog('warn'));
  try {
    const server = openServer(parley.url, parley.firstSignIn?.apiKey as string);
    const measured: MeasuredQuestion[] = [];
    for (const study of studies) {
      const { project_id } = await loadStudy(server, study);
      await until(
        () => isEmbedded(db, project_id, study.interviews.length),
        'the vectors',
        embeddingTimeoutMs,
      );
      measured.push(...(await measureStudy(db, embedder, study, project_id)));
    }
    return measured;
  } finally {
    embedder.close();
    await db.close();
    await parley.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function isEmbedded(db: Db, projectId: string, files: number): Promise<boolean> {
  const [row] = await db.query<{ embedded: number }>(sql`
    select count(*)::integer as embedded from embedded_transcripts
     where file_id in (select id from files where project_id = ${projectId})`);
  return row?.embedded === files;
}

async function measureStudy(
  db: Db,
  embedder: Embedder,
  study: Study,
  project_id: string,
): Promise<MeasuredQuestion[]> {
  const [project] = await db.query<{ workspace_id: string }>(sql`
    select workspace_id from projects where id = ${project_id}`);
  const scope = {
    workspace_id: project?.workspace_id as string,
    project_id,
    responses: responseMaterial,
  };
  const speakers = await readMaterialSpeakers(db, scope);
  const language = await readMaterialLanguage(db, scope);
  const measured: MeasuredQuestion[] = [];
  for (const question of questionsOf(study)) {
    const asked = readQuestion(question.ask, [], speakers, language);
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const retrieval = await retrieveFor({ db, embedder }, scope, speakers, asked, signal);
    const request = toComposeRequest(asked, [], retrieval);
    measured.push({ ...question, measures: measureEvidence(evidenceIn(request), request.terms) });
  }
  return measured;
}
