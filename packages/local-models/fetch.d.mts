/** A file of a model or an engine, inside an npm package. */
export interface ModelFile {
  /** Its name in the folder of the models; it may contain folders. */
  file: string;
  use: string;
  licence: string;
  /** Name and version of the npm package. */
  package: string;
  /** Where it is in the package. */
  path: string;
  bytes: number;
  sha256: string;
  /** Only for these values of `process.platform` and `process.arch`. */
  platform?: string[];
  arch?: string[];
}

/** Downloads the missing files into the first of `folders` that is writable and returns that folder. */
export function fetchModelFiles(options: {
  manifest: ModelFile[];
  folders: string[];
  all?: boolean;
  log?: (text: string) => void;
}): Promise<string>;

/** What the command `node fetch-models.mjs [folder] [--all]` of a package does. */
export function fetchByCommand(manifest: ModelFile[]): Promise<void>;

/** Writes files of a .tgz to disk; `wanted` maps paths inside the package to paths of new files. */
export function extractFiles(archive: string, wanted: Map<string, string>): Promise<void>;
