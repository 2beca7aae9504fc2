import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Where tools/fetch-models.mjs stores the models: the folder that it recorded at install time, then the folders
 * that it tries, in the same order.
 */
export async function findModelFolders(modelsDir: string | undefined): Promise<string[]> {
  if (modelsDir) return [path.resolve(modelsDir)];
  const recorded = await readFile(path.join(project, 'node_modules', '.parley-models'), 'utf8').catch(
    () => '',
  );
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return [
    ...(recorded ? [recorded.trim()] : []),
    path.join(cache, 'parley', 'models'),
    path.join(project, '.models'),
  ];
}
