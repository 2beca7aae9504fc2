import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { texts } from './history-texts.ts';
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
    <Dialog open onClose={onPostpone} title={texts.conflict} description={texts.conflictHint}>
      <div className="space-y-4">
        <Version title={texts.savedText} text={theirs} />
        <div>
          <p className="mb-1 text-sm font-medium">{texts.yourText}</p>
          <Diff before={theirs} after={mine} />
        </div>
      </div>
      <DialogActions>
        {/* First, because it gets the focus: a further Enter must not decide. */}
        <Button onClick={() => onChoose('edit')}>{texts.editMine}</Button>
        <Button onClick={() => onChoose('theirs')}>{texts.keepTheirs}</Button>
        <Button variant="primary" onClick={() => onChoose('mine')}>
          {texts.useMine}
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
