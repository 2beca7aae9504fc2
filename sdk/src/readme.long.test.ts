import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the repository, so that the packages of its node_modules are found. */
const folder = path.join(repository, 'node_modules', '.cache', `parley-readme-${process.pid}`);

/** What the programs of readers have, and the examples use. */
const surroundings = `
declare const app: {
  post(
    path: string,
    parser: unknown,
    handler: (
      request: { body: Uint8Array; get(header: string): string | undefined },
      response: { sendStatus(status: number): void },
    ) => Promise<void>,
  ): void;
};
declare const express: { raw(options: object): unknown };
declare const queue: { add(id: string, value: unknown): Promise<void> };
declare const saveFileId: (id: string) => void;
declare const uploadUrl: string;
declare const chosenFile: File;
declare const show: (bytes: number) => void;
`;

const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  // Consumers see the declarations, not the sources.
  const sdk = path.join(repository, 'sdk');
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(sdk, 'tsconfig.build.json'),
    { emitDeclarationOnly: true, outDir: path.join(folder, 'sdk') },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  ts.createProgram(config?.fileNames ?? [], config?.options ?? {}).emit();
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All examples of a document as one program, because later ones use what earlier ones create. */
function programOf(markdown: string): string {
  const code = [...markdown.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join('\n');
  const imports = new Map<string, Set<string>>();
  const rest = code.replace(/^import \{ (.*) \} from '(.*)';$/gm, (_line, names: string, from: string) => {
    const known = imports.get(from) ?? new Set();
    for (const name of names.split(', ')) known.add(name);
    imports.set(from, known);
    return '';
  });
  const lines = [...imports].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}';`);
  return [...lines, surroundings, rest].join('\n');
}

test.each(['sdk/README.md', 'README.md'])(
  'the examples of %s compile under strict with exactOptionalPropertyTypes',
  (document) => {
    const source = programOf(readFileSync(path.join(repository, document), 'utf8'));
    expect(source).toContain('new Parley(');
    const file = path.join(folder, `${document.replaceAll('/', '-')}.ts`);
    writeFileSync(file, source);
    const program = ts.createProgram([file], {
      ...strict,
      noEmit: true,
      paths: { '@parley/sdk': [path.join(folder, 'sdk', 'index.d.ts')] },
    });
    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
      const line = source.slice(0, start).split('\n').length;
      return `${ts.flattenDiagnosticMessageText(messageText, '\n')} (${source.split('\n')[line - 1]})`;
    });
    expect(faults).toEqual([]);
  },
);
