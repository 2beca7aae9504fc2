import path from 'node:path';
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The chunk of a module that is an entry or is imported dynamically. */
export function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const id = path.join(import.meta.dirname, '..', module);
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === id);
  if (found?.type !== 'chunk')
    throw new Error(`${module} is no chunk of its own: see src/routes/preloads.ts`);
  return found;
}

/** A chunk with everything that it imports, and the styles of all of them. */
export function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, files = new Set<string>()): Set<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(bundle, imported, files);
  }
  return files;
}
