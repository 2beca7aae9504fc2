import type { Project } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { texts } from './texts.ts';

interface ShareProps {
  project: Project;
  open: boolean;
  onClose(): void;
}

export const ShareDialog = ({ project, open, onClose }: ShareProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={texts.shareProject}
    description={texts.whoCanSee(project.name)}
  >
    <ShareForm
      project={project}
      onSaved={onClose}
      actions={(busy) => (
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {texts.save}
          </Button>
        </DialogActions>
      )}
    />
  </Dialog>
);
