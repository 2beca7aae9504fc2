import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { diffWords } from './model/word-diff.ts';

interface ConflictDialogProps {
  mine: string;
  theirs: string;
  onChoose(choice: 'mine' | 'theirs' | 'edit'): void;
  /** The typed text stays as a draft. */
  onPostpone(): void;
}

/** Two people changed the same segment. Nothing is lost: both texts are shown, and the user decides. */
export function ConflictDialog({ mine, theirs, onChoose, onPostpone }: ConflictDialogProps) {
  return (
    <Dialog
      open
      onClose={onPostpone}
      title="This segment was changed meanwhile"
      description="Someone saved another text while you were editing. Choose which one to keep."
    >
      <div className="space-y-4">
        <Version title="Saved text" text={theirs} />
        <div>
          <p className="mb-1 text-sm font-medium">Your text, with the differences</p>
          <Diff before={theirs} after={mine} />
        </div>
      </div>
      <DialogActions>
        {/* First, because it gets the focus: a further Enter must not decide. */}
        <Button onClick={() => onChoose('edit')}>Edit my text</Button>
        <Button onClick={() => onChoose('theirs')}>Keep saved text</Button>
        <Button variant="primary" onClick={() => onChoose('mine')}>
          Use my text
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const box =
  'max-h-60 overflow-y-auto rounded-md border border-line bg-paper px-3 py-2 text-md whitespace-pre-wrap';

const Version = ({ title, text }: { title: string; text: string }) => (
  <div>
    <p className="mb-1 text-sm font-medium">{title}</p>
    <p dir="auto" className={box}>
      {text}
    </p>
  </div>
);

/** Added words are underlined and removed words are struck through, so that colour is not the only difference. */
export function Diff({ before, after }: { before: string; after: string }) {
  return (
    <p dir="auto" className={box}>
      {diffWords(before, after).map(({ kind, text, at }) => {
        if (kind === 'added')
          return (
            <ins key={at} className="bg-accent-wash text-accent underline">
              {text}
            </ins>
          );
        if (kind === 'removed')
          return (
            <del key={at} className="bg-danger-wash text-danger line-through">
              {text}
            </del>
          );
        return text;
      })}
    </p>
  );
}
