import { lateDialog } from '../../ui/late-dialog.tsx';

const load = () => import('./project-dialogs.ts');

export const NewProjectDialog = lateDialog(async () => (await load()).NewProjectDialog);
export const RenameDialog = lateDialog(async () => (await load()).RenameDialog);
export const ShareDialog = lateDialog(async () => (await load()).ShareDialog);
