import { lateDialog } from '../../ui/late-dialog.tsx';

export const ShareDialog = lateDialog(() =>
  import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog),
);

export const HistorySheet = lateDialog(() =>
  import('./report-history.tsx').then(({ HistorySheet }) => HistorySheet),
);
