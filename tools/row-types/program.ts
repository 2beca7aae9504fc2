import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packages whose types rows have. Types of other packages are `any` here, and no row may have such a type: to read all packages
 * would take three times as long.
 */
const packages = ['pg', 'pg-protocol', 'sql-template-tag', 'typebox'];

/** The server's source without its tests. */
export function openProgram(): { program: ts.Program; files: ts.SourceFile[] } {
  const config = path.join(root, 'server/tsconfig.json');
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(json, ts.sys, path.dirname(config));
  const source = path.join(root, 'server/src/');
  const isProduct = (name: string) => name.startsWith(source) && !name.endsWith('.test.ts');
  const host = ts.createCompilerHost(options, true);
  host.resolveModuleNameLiterals = (names, from, _redirect, own) =>
    names.map(({ text }) => {
      const isRead =
        /^[.#]/.test(text) || packages.some((name) => text === name || text.startsWith(`${name}/`));
      if (!isRead && !from.includes('/node_modules/')) return { resolvedModule: undefined };
      return ts.resolveModuleName(text, from, own, host, undefined, undefined, ts.ModuleKind.ESNext);
    });
  const program = ts.createProgram(fileNames.filter(isProduct), options, host);
  return { program, files: program.getSourceFiles().filter(({ fileName }) => isProduct(fileName)) };
}
