import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PythonGenerator {
  /** Writes the package `parley_api_client` into `folder`. */
  generate(openapiFile: string, folder: string): Promise<string>;
  /** Runs a script that can import the package, and returns its output. */
  python(script: string, folder: string, env: Record<string, string>): Promise<string>;
}

export const packageName = 'parley_api_client';

/** The generator in a folder of the PATH, and the Python of the same environment, which has the packages that the client imports. */
export function findGenerator(): PythonGenerator | undefined {
  const bin = (process.env.PATH ?? '')
    .split(path.delimiter)
    .find((folder) => isExecutable(path.join(folder, 'openapi-python-client')));
  if (bin === undefined) return undefined;
  return {
    async generate(openapiFile, folder) {
      const output = path.join(folder, packageName);
      const { stdout, stderr } = await run(
        path.join(bin, 'openapi-python-client'),
        ['generate', '--path', openapiFile, '--meta', 'none', '--output-path', output, '--fail-on-warning'],
        // The environment's own programs come first: the generator formats its output with ruff.
        {
          env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
          maxBuffer: outputBytesMax,
        },
      );
      return `${stdout}${stderr}`;
    },
    async python(script, folder, env) {
      const { stdout } = await run(path.join(bin, 'python3'), [script], {
        env: { ...process.env, ...env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
        maxBuffer: outputBytesMax,
      });
      return stdout;
    },
  };
}

const outputBytesMax = 16 * 1024 ** 2;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
