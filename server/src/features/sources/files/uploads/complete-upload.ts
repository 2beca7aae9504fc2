import { type Db, sql } from '../../../../platform/database/index.ts';
import type { FileDeps } from '../deps.ts';
import { ingestTask } from '../ingest/file-tasks.ts';
import { type FileRow, findFileById, updateFile } from '../store.ts';

/** Marks the upload as complete and queues the ingest task. Idempotent. */
export async function completeUpload(deps: FileDeps, fileId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const file = await findFileById(tx, fileId, sql`for update`);
    if (file?.status === 'uploading') await startIngest(deps, tx, file, {});
  });
}

export async function startIngest(
  deps: FileDeps,
  tx: Db,
  file: FileRow,
  change: Partial<FileRow>,
): Promise<void> {
  await updateFile(tx, file.id, { ...change, status: 'processing', updated_at: deps.clock.now() });
  await deps.tasks.add(tx, ingestTask(file));
}
