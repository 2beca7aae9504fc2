import type { ProjectFile } from '../../data/files.ts';
import type { FileAction } from './file-menu.tsx';
import type { SelectionState } from './selection.ts';
import type { TagsById } from './tag-chips.tsx';

/** What the table, the grid and the list of a phone need. */
export interface FileListProps {
  projectId: string;
  files: readonly ProjectFile[];
  tags: TagsById;
  selection: SelectionState;
  /** Undefined for a person who may only read. */
  onAction: ((action: FileAction, file: ProjectFile) => void) | undefined;
}
