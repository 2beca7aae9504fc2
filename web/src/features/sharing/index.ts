export { StopSharingDialog } from './stop-sharing-dialog.tsx';
