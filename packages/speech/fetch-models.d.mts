/** Downloads the missing files into the first of `folders` that is writable and returns that folder. */
export function fetchModels(options: {
  folders: string[];
  all?: boolean;
  log?: (text: string) => void;
}): Promise<string>;

/** Writes files of a .tgz to disk; `wanted` maps paths inside the package to paths of new files. */
export function extractFiles(archive: string, wanted: Map<string, string>): Promise<void>;
