import { lateDialog } from '../../ui/late-dialog.tsx';

export const NewProjectDialog = lateDialog(
  async () => (await import('./new-project-dialog.tsx')).NewProjectDialog,
);
export const RenameDialog = lateDialog(async () => (await import('./rename-dialog.tsx')).RenameDialog);
export const ShareDialog = lateDialog(async () => (await import('./share-dialog.tsx')).ShareDialog);
