/** Reads files from a drop, including those in dropped folders. Call it during the event: later the list is empty. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  if (entries.length === 0) return Promise.resolve([...transfer.files]);
  return Promise.all(
    entries.map(({ entry, file }) =>
      entry?.isDirectory
        ? filesInFolder(entry as FileSystemDirectoryEntry)
        : Promise.resolve(file ? [file] : []),
    ),
  ).then((lists) => lists.flat());
}

/** Whether a drag carries files, rather than text or a card of the board. */
export const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false;

async function filesInFolder(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  // A reader returns at most 100 entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return files;
    for (const entry of entries) {
      // Hidden files such as .DS_Store are not material.
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory) files.push(...(await filesInFolder(entry as FileSystemDirectoryEntry)));
      else files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));
