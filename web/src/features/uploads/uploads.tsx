import { canWrite, useMe } from '../../data/me.ts';
import { DropArea } from './drop-area.tsx';
import { SpeakersDialog } from './speakers-dialog.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** Takes dropped files and shows the queue. It is mounted beside the pages, so that it outlives navigation. */
export function Uploads() {
  if (!canWrite(useMe())) return null;
  return (
    <>
      <DropArea />
      <UploadPanel />
      <SpeakersDialog />
    </>
  );
}
