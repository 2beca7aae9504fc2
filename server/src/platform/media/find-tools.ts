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
  /** The version of libavformat, e.g. 58024, which can be compared between releases and builds from git. */
  version: number;
}

export interface FindToolsOptions {
  /** FFMPEG_PATH has the highest priority. Without FFPROBE_PATH, ffprobe is expected in the same folder. */
  ffmpegPath?: string;
  ffprobePath?: string;
  /** The folder for a copy of a program that cannot be made executable in its own folder. */
  cacheDir: string;
}

/** Uses FFMPEG_PATH, otherwise the newer of the system's ffmpeg and the one from npm. */
export async function findTools(options: FindToolsOptions): Promise<MediaTools> {
  if (options.ffmpegPath) {
    const ffprobe = options.ffprobePath ?? join(dirname(options.ffmpegPath), 'ffprobe');
    const configured = await inspect(options.ffmpegPath, ffprobe);
    // If only ffmpeg is in that folder, any other ffprobe works as well.
    const found =
      configured ?? (options.ffprobePath ? undefined : await inspectWithAny(options.ffmpegPath, options));
    if (!found) throw mediaError('no_ffmpeg', invalidPathMessage(options));
    return found;
  }
  const [system, bundled] = await Promise.all([inspect('ffmpeg', 'ffprobe'), findBundled(options)]);
  const found = system && (!bundled || system.version > bundled.version) ? system : bundled;
  if (!found) throw mediaError('no_ffmpeg');
  return found;
}

const inspectWithAny = async (ffmpegPath: string, options: FindToolsOptions) =>
  inspect(ffmpegPath, (await findBundled(options))?.ffprobe ?? 'ffprobe');

const invalidPathMessage = ({ ffprobePath }: FindToolsOptions) =>
  ffprobePath
    ? 'FFMPEG_PATH and FFPROBE_PATH do not point to working programs: correct them, or unset both.'
    : 'FFMPEG_PATH does not point to a working ffmpeg program: correct it, or unset it.';

/** The npm packages contain one program per platform. Their own lookup fails in some layouts of node_modules. */
export async function findBundled({ cacheDir }: FindToolsOptions): Promise<MediaTools | undefined> {
  const require = createRequire(import.meta.url);
  const locate = async (name: string, resolveMeta: () => string) => {
    try {
      // Resolved from the package that depends on it, because npm may install it in a nested folder.
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

/** One of the packages lacks the executable bit. Sets it, or uses a copy if the folder is read-only. */
export async function executable(path: string, name: string, cacheDir: string): Promise<string> {
  const isExecutable = (file: string) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
  if (await isExecutable(path)) return path;
  const changed = await chmod(path, 0o755).then(
    () => isExecutable(path),
    () => false,
  );
  if (changed) return path;
  const copy = join(cacheDir, name);
  if (await isExecutable(copy)) return copy;
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
