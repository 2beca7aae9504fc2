import { useState } from 'react';
import { useSuggestTags } from '../../data/auto-tag.ts';
import { formatPercent } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Choice } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { texts } from './texts.ts';

interface AutoTagDialogProps {
  projectId: string;
  open: boolean;
  onClose(): void;
}

export function AutoTagDialog({ projectId, open, onClose }: AutoTagDialogProps) {
  const suggest = useSuggestTags(projectId);
  const [newTags, setNewTags] = useState(false);
  const [confidence, setConfidence] = useState(0.5);
  const close = () => {
    suggest.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={texts.suggestTags} description={texts.autoTagLead}>
      <div className="space-y-4">
        <Choice
          type="checkbox"
          title={texts.alsoSuggestNewTags}
          description={texts.newTagsHint}
          checked={newTags}
          onChange={(event) => setNewTags(event.target.checked)}
        />
        <SelectField
          label={texts.suggestFrom}
          value={String(confidence)}
          onChange={(value) => setConfidence(Number(value))}
          options={[0.3, 0.5, 0.7, 0.9].map((value) => ({
            value: String(value),
            name: texts.confidence(formatPercent(value)),
          }))}
        />
        {suggest.isError && <ErrorNotice error={suggest.error} />}
      </div>
      <DialogActions>
        <Button onClick={close}>{texts.cancel}</Button>
        <Button
          variant="primary"
          busy={suggest.isPending}
          onClick={() =>
            suggest.mutate({ allow_new_tags: newTags, min_confidence: confidence }, { onSuccess: close })
          }
        >
          {texts.suggestTags}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
