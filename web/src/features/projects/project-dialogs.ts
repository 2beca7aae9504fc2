/** One file for the browser: they are small, and load at the same time. */
export { NewProjectDialog } from './new-project-dialog.tsx';
export { RenameDialog } from './rename-dialog.tsx';
export { ShareDialog } from './share-dialog.tsx';
