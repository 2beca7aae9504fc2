import { findModelFile, isIntact, type ModelFile } from '@parley/local-models';
import published from '../models.json' with { type: 'json' };
import { EmbeddingError, type Hints } from './embedding-error.ts';

export interface EmbeddingFiles {
  model: string;
  tokenizer: string;
  /** The native module that Node.js loads. It loads the library of ONNX Runtime from its own folder. */
  binding: string;
}

const manifest: ModelFile[] = published;

const neededFiles = (): ModelFile[] =>
  manifest.filter(
    ({ platform, arch }) =>
      (!platform || platform.includes(process.platform)) && (!arch || arch.includes(process.arch)),
  );

const isSupported = (files: ModelFile[]) => files.some(({ file }) => file.endsWith('.node'));

/** Whether all files are there. Does not verify their content. */
export async function isInstalled(folders: string[]): Promise<boolean> {
  const files = neededFiles();
  const found = await Promise.all(files.map(({ file }) => findModelFile(file, folders)));
  return isSupported(files) && found.every((file) => file !== undefined);
}

/** The paths of the files, verified by checksum: a file that differs from the published one is never loaded. */
export async function getEmbeddingFiles(folders: string[], hints: Hints): Promise<EmbeddingFiles> {
  const files = neededFiles();
  if (!isSupported(files))
    throw new EmbeddingError(
      'not_installed',
      `The embedding model does not run on ${process.platform} ${process.arch}.`,
    );
  const paths = new Map<string, string>();
  for (const model of files) {
    const found = await findModelFile(model.file, folders);
    if (!found)
      throw new EmbeddingError(
        'not_installed',
        `The embedding model is not on this machine: run \`${hints.fetchModels}\`.`,
      );
    if (!(await isIntact(found, model)))
      throw new EmbeddingError(
        'not_installed',
        `The file ${model.file} of the embedding model is damaged: run \`${hints.fetchModels}\` to download it again.`,
      );
    paths.set(model.file.slice(model.file.lastIndexOf('.')), found);
  }
  return {
    model: paths.get('.onnx') ?? '',
    tokenizer: paths.get('.json') ?? '',
    binding: paths.get('.node') ?? '',
  };
}
