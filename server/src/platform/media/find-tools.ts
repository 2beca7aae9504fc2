import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { mediaError } from './media-error.ts';

export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** Of libavformat, e.g. 58024: what can be compared between releases and builds from git. */
  version: number;
}

export interface FindToolsOptions {
  /** FFMPEG_PATH: wins over all. Its ffprobe lies beside it, unless FFPROBE_PATH says otherwise. */
  ffmpegPath?: string;
  ffprobePath?: string;
  /** Where a program may be copied that can't be made executable where it lies. */
  cacheDir: string;
}

/** FFMPEG_PATH, else the system's ffmpeg when newer than the one from npm, else the one from npm. */
export async function findTools(options: FindToolsOptions): Promise<MediaTools> {
  if (options.ffmpegPath) {
    const ffprobe = options.ffprobePath ?? join(dirname(options.ffmpegPath), 'ffprobe');
    const beside = await inspect(options.ffmpegPath, ffprobe);
    // Somebody may have only ffmpeg of their own; any ffprobe reads the same files.
    const found =
      beside ?? (options.ffprobePath ? undefined : await inspectWithAny(options.ffmpegPath, options));
    if (!found) throw mediaError('no_ffmpeg', noToolsThere(options));
    return found;
  }
  const [system, bundled] = await Promise.all([inspect('ffmpeg', 'ffprobe'), findBundled(options)]);
  const found = system && (!bundled || system.version > bundled.version) ? system : bundled;
  if (!found) throw mediaError('no_ffmpeg');
  return found;
}

const inspectWithAny = async (ffmpegPath: string, options: FindToolsOptions) =>
  inspect(ffmpegPath, (await findBundled(options))?.ffprobe ?? 'ffprobe');

const noToolsThere = ({ ffprobePath }: FindToolsOptions) =>
  ffprobePath
    ? 'FFMPEG_PATH and FFPROBE_PATH do not name working programs: correct them, or leave both out.'
    : 'FFMPEG_PATH does not name a working ffmpeg program: correct it, or leave it out.';

/** The packages carry a program per platform; their own lookup throws on some layouts, so we look ourselves. */
export async function findBundled({ cacheDir }: FindToolsOptions): Promise<MediaTools | undefined> {
  const require = createRequire(import.meta.url);
  const locate = async (name: string, resolveMeta: () => string) => {
    try {
      // The program's own package lies wherever npm put it as seen from the package that asks for it.
      const platform = `@${name}-installer/${process.platform}-${process.arch}/package.json`;
      const folder = dirname(createRequire(resolveMeta()).resolve(platform));
      return await executable(
        join(folder, process.platform === 'win32' ? `${name}.exe` : name),
        name,
        cacheDir,
      );
    } catch {
      return undefined;
    }
  };
  const ffmpeg = await locate('ffmpeg', () => require.resolve('@ffmpeg-installer/ffmpeg/package.json'));
  const ffprobe = await locate('ffprobe', () => require.resolve('@ffprobe-installer/ffprobe/package.json'));
  return ffmpeg && ffprobe ? inspect(ffmpeg, ffprobe) : undefined;
}

/** One of the packages forgets the run bit. Set it; where the folder is read-only, run a copy. */
export async function executable(path: string, name: string, cacheDir: string): Promise<string> {
  const runs = (file: string) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
  if (await runs(path)) return path;
  const mended = await chmod(path, 0o755).then(
    () => runs(path),
    () => false,
  );
  if (mended) return path;
  const copy = join(cacheDir, name);
  if (await runs(copy)) return copy;
  await mkdir(cacheDir, { recursive: true, mode: 0o700 });
  const partial = `${copy}.${process.pid}`;
  await copyFile(path, partial);
  await chmod(partial, 0o755);
  await rename(partial, copy);
  return copy;
}

async function inspect(ffmpeg: string, ffprobe: string): Promise<MediaTools | undefined> {
  const [first, second] = await Promise.all([versionOf(ffmpeg), versionOf(ffprobe)]);
  return first && second ? { ffmpeg, ffprobe, version: first } : undefined;
}

async function versionOf(program: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-version'], { timeout: 20_000 });
    const match = /libavformat\s+(\d+)\.\s*(\d+)\./.exec(stdout);
    return match ? Number(match[1]) * 1000 + Number(match[2]) : undefined;
  } catch {
    return undefined;
  }
}
