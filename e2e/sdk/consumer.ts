import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
/** The oldest release line that the package supports (`engines`). */
const oldestNode = '20.20.2';

export interface Consumer {
  folder: string;
  /** Relative paths of the files in the package. */
  packedFiles: string[];
  /** Type-checks and compiles the program against the installed package, as one kind of consumer would. */
  compile(options: { module: string; moduleResolution: string }): void;
  /** Runs the compiled program in Node.js 20 and returns what it printed. */
  runInNode20(input: object): Promise<string>;
  /** Bundles the compiled program for browsers, with `globalThis.exercise` as its entry point. */
  bundle(): Promise<string>;
  remove(): void;
}

/** Packs the SDK and installs it into an empty project outside the repository. */
export function installConsumer(): Consumer {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-sdk-consumer-'));
  const npm = (args: string[], cwd = folder) => execFileSync('npm', args, { cwd, encoding: 'utf8' });
  const [packed] = JSON.parse(npm(['pack', '-w', 'sdk', '--json', '--pack-destination', folder], root)) as [
    { filename: string; files: { path: string }[] },
  ];
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
  // `node` installs its binary in a script, which npm runs for approved packages only.
  write(
    'package.json',
    JSON.stringify({ name: 'consumer', private: true, type: 'module', allowScripts: { node: true } }),
  );
  npm([
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--silent',
    `./${packed.filename}`,
    `node@${oldestNode}`,
  ]);
  copyFileSync(new URL('./exercise.ts', import.meta.url), path.join(folder, 'exercise.ts'));
  write(
    'main.js',
    `import { exercise } from './exercise.js';
const result = await exercise(JSON.parse(process.argv[2]));
console.log(JSON.stringify({ node: process.version, ...result }));`,
  );
  write('browser.js', `import { exercise } from './exercise.js';\nglobalThis.exercise = exercise;`);

  return {
    folder,
    packedFiles: packed.files.map((file) => file.path),
    compile(options) {
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        strict: true,
        skipLibCheck: false,
        ...options,
      };
      write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['exercise.ts'] }));
      execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' });
    },
    // Not execFileSync: the proxy and the server of the test run in this process.
    async runInNode20(input) {
      const node = path.join(folder, 'node_modules/node/bin/node');
      const { stdout } = await promisify(execFile)(node, ['main.js', JSON.stringify(input)], { cwd: folder });
      return stdout;
    },
    async bundle() {
      const result = await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        build: {
          write: false,
          target: 'es2022',
          rollupOptions: { input: path.join(folder, 'browser.js'), output: { format: 'iife' } },
        },
      });
      const [output] = Array.isArray(result) ? result : [result];
      const chunk = output && 'output' in output ? output.output[0] : undefined;
      if (!chunk) throw new Error('Vite returned no bundle.');
      return chunk.code;
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
