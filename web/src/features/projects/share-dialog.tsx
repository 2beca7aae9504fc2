import type { Project } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ShareForm } from './share-form.tsx';

interface ShareProps {
  project: Project;
  open: boolean;
  onClose(): void;
}

export const ShareDialog = ({ project, open, onClose }: ShareProps) => (
  <Dialog open={open} onClose={onClose} title="Share project" description={`Who can see “${project.name}”?`}>
    <ShareForm
      project={project}
      onSaved={onClose}
      actions={(busy) => (
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </DialogActions>
      )}
    />
  </Dialog>
);
