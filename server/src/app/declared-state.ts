import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Declaration } from '../platform/database/derived/declaration.ts';
import type { Declared } from '../platform/database/derived/write.ts';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The declarations of all `derived.ts` files, with the SQL files that they name, for `npm run schema` and its tests. */
export async function readDeclared(): Promise<Declared[]> {
  const declared: Declared[] = [];
  for await (const name of glob('**/derived.ts', { cwd: source })) {
    const file = path.join(source, name);
    const module: Record<string, Declaration> = await import(file);
    for (const declaration of Object.values(module)) {
      const names = 'sql' in declaration ? (declaration.sql ?? []) : [];
      const sql = await Promise.all(
        names.map((each) => readFile(path.join(path.dirname(file), each), 'utf8')),
      );
      declared.push({ declaration, file: path.posix.join('server/src', name), sql });
    }
  }
  return declared;
}
