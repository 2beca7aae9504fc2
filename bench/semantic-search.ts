import { encodeVector } from '../server/src/features/sources/embeddings/vector-format.ts';
import { newId } from '../server/src/foundation/ids.ts';
import type { Embedder } from '../server/src/platform/ai/embed/index.ts';
import { type Db, sql } from '../server/src/platform/database/index.ts';

const segmentsPerFile = 200;
const projects = 20;

const subjects = [
  'The price',
  'The checkout',
  'My bank',
  'The export',
  'Support',
  'The invoice',
  'The search',
  'Delivery',
];
const verbs = [
  'confused me',
  'was easy to find',
  'never worked',
  'took too long',
  'surprised us',
  'helped a lot',
];
const places = [
  'on the first page',
  'in the app',
  'after the update',
  'at work',
  'on my phone',
  'for our team',
];

export const sentences = subjects.flatMap((subject) =>
  verbs.flatMap((verb) => places.map((place) => `${subject} ${verb} ${place}.`)),
);

/** Inserts segments with vectors: those of real sentences, each with other noise, so that similarities are realistic. */
export async function fillVectors(
  db: Db,
  embedder: Embedder,
  owner: { user_id: string; workspace_id: string },
  segments: number,
): Promise<void> {
  const now = new Date();
  const vectors = await embedder.embed(sentences);
  const projectIds = Array.from({ length: projects }, () => newId('project', now.getTime()));
  await db.query(sql`
    insert into projects (id, workspace_id, owner_id, created_by, name, created_at, updated_at)
    select id, ${owner.workspace_id}, ${owner.user_id}, ${owner.user_id}, 'bench', ${now}, ${now}
      from unnest(${projectIds}::text[]) as t (id)`);
  for (let file = 0; file < segments / segmentsPerFile; file++) {
    const place = { workspace_id: owner.workspace_id, project_id: projectIds[file % projects] as string };
    await insertFile(db, place, embedder.model, vectors, now);
  }
  for (const table of ['segments', 'segment_vectors', 'embedded_transcripts', 'search_documents'])
    await db.query(sql([`vacuum analyze ${table}`]));
}

async function insertFile(
  db: Db,
  { workspace_id, project_id }: { workspace_id: string; project_id: string },
  model: string,
  vectors: Float32Array[],
  now: Date,
): Promise<void> {
  const fileId = newId('file', now.getTime());
  const rows = Array.from({ length: segmentsPerFile }, () => Math.floor(Math.random() * sentences.length));
  const ids = rows.map(() => newId('segment', now.getTime()));
  const texts = rows.map((row) => sentences[row] as string);
  const stored = rows.map((row) => encodeVector(withNoise(vectors[row] as Float32Array)));
  await db.query(sql`
    insert into files (id, workspace_id, project_id, name, kind, content_type, source, status, created_at, updated_at)
    values (${fileId}, ${workspace_id}, ${project_id}, 'bench', 'document', 'text/plain', 'transcript', 'ready', ${now}, ${now})`);
  await db.query(sql`
    insert into transcripts (file_id, workspace_id, project_id, time_basis, revision, speakers, created_at, updated_at)
    values (${fileId}, ${workspace_id}, ${project_id}, 'media', 1, '[]', ${now}, ${now})`);
  await db.query(sql`
    insert into segments (id, file_id, workspace_id, project_id, speaker_id, start_seconds, end_seconds, text, since_revision)
    select t.id, ${fileId}, ${workspace_id}, ${project_id}, 'A', t.n, t.n + 1, t.text, 1
      from unnest(${ids}::text[], ${texts}::text[]) with ordinality as t (id, text, n)`);
  await db.query(sql`
    insert into segment_vectors (segment_id, file_id, model, text_hash, vector)
    select t.id, ${fileId}, ${model}, substr(sha256(convert_to(t.text, 'UTF8')), 1, 16), t.vector
      from unnest(${ids}::text[], ${texts}::text[], ${stored}::bytea[]) as t (id, text, vector)`);
  await db.query(sql`
    insert into embedded_transcripts (file_id, workspace_id, project_id, model, revision, segment_count, version)
    values (${fileId}, ${workspace_id}, ${project_id}, ${model}, 1, ${segmentsPerFile}, gen_random_uuid())`);
  await db.query(sql`delete from tasks where subject = ${fileId}`);
}

function withNoise(vector: Float32Array): Float32Array {
  const noisy = vector.map((value) => value + (Math.random() - 0.5) * 0.05);
  const length = Math.sqrt(noisy.reduce((sum, value) => sum + value * value, 0));
  return noisy.map((value) => value / length);
}
