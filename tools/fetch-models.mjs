// Plain JavaScript: it runs after `npm install` on the Node.js that npm found (20 or newer).
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifest as embeddingFiles } from '../packages/embeddings/fetch-models.mjs';
import { fetchModelFiles } from '../packages/local-models/fetch.mjs';
import { manifest as speechFiles } from '../packages/speech/fetch-models.mjs';

/**
 * Downloads the models for speech and embeddings into a folder of the user, so that a second clone downloads nothing.
 *
 * `npm run models` downloads what this machine uses, `npm run models -- --all` every file.
 * PARLEY_SKIP_MODELS=1 skips it; PARLEY_MODELS_DIR sets another folder.
 */

const project = fileURLToPath(new URL('..', import.meta.url));
const log = (text) => console.log(`models: ${text}`);

/** The same folders, in the same order, as in server/src/platform/ai/model-folders.ts. */
function modelFolders(env = process.env) {
  const cache = env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return [
    ...(env.PARLEY_MODELS_DIR ? [path.resolve(env.PARLEY_MODELS_DIR)] : []),
    path.join(cache, 'parley', 'models'),
    path.join(project, '.models'),
  ];
}

if (/^(1|true|yes|on)$/i.test(process.env.PARLEY_SKIP_MODELS ?? '')) {
  log('skipped; `npm run models` downloads them later');
} else {
  try {
    const folder = await fetchModelFiles({
      manifest: [...speechFiles, ...embeddingFiles],
      folders: modelFolders(),
      all: process.argv.includes('--all'),
      log,
    });
    // The server may run as another user or with another home directory: it reads the folder from this file.
    await writeFile(path.join(project, 'node_modules', '.parley-models'), folder).catch(() => {});
  } catch (error) {
    log(
      `not fetched (${error.message}). Speech recognition, semantic search and AI features fail until \`npm run models\` succeeds.`,
    );
    // Parley works without the models, so the install succeeds; `npm run models` itself fails.
    if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = 1;
  }
}
