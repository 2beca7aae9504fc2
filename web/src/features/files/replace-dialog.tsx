import { reasonOfFailure } from '../../data/file.ts';
import type { ProjectFile } from '../../data/files.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { texts } from './texts.ts';

interface ReplaceDialogProps {
  file: ProjectFile;
  onClose(): void;
  onPick(picked: File): void;
}

/** Offers to upload a file again whose processing failed. */
export const ReplaceDialog = ({ file, onClose, onPick }: ReplaceDialogProps) => (
  <Dialog open onClose={onClose} title={texts.uploadAgain} description={texts.chooseUndamagedCopyTakesPlace}>
    <p className="rounded-lg bg-danger-wash px-3 py-2 text-sm">
      <span className="font-medium" dir="auto">
        {file.name}
      </span>
      : {reasonOfFailure(file)}
    </p>
    <DialogActions>
      <Button onClick={onClose}>{texts.cancel}</Button>
      <FilePicker label={texts.fileToUpload} onPick={([picked]) => picked && onPick(picked)}>
        {(open) => (
          <Button variant="primary" onClick={open}>
            {texts.chooseFile}
          </Button>
        )}
      </FilePicker>
    </DialogActions>
  </Dialog>
);
