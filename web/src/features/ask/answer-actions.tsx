import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Copy, FileText, RotateCcw, SquareKanban, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/keys.ts';
import { api, unwrap } from '../../lib/api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { plainAnswer } from './answer-text.ts';
import { texts } from './texts.ts';
import { type SavedAnswer, useSaveAnswer } from './use-save-answer.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface AnswerActionsProps {
  projectId: string;
  saved: SavedAnswer;
  mayWrite: boolean;
  narrow: boolean;
  onAskAgain(): void;
}

/** What one does with an answer: save it, copy it, ask again. */
export function AnswerActions({ projectId, saved, mayWrite, narrow, onAskAgain }: AnswerActionsProps) {
  const { saveNote, saveCard, createReport, addToReport } = useSaveAnswer(projectId);
  const toast = useToast();
  // The panel has room for short names only; screen readers and tooltips keep the long ones.
  const names = narrow
    ? texts.shortActions
    : { note: texts.saveAsNote, card: texts.makeCard, report: texts.addToReport };
  const named = (label: string) =>
    narrow
      ? ({ variant: 'bare', 'aria-label': label, title: label, className: 'px-2' } as const)
      : ({ variant: 'bare' } as const);
  const handleCopy = async () => {
    await navigator.clipboard.writeText(plainAnswer(saved.answer));
    toast({ text: texts.copied });
  };
  return (
    <div className={`flex flex-wrap items-center ${narrow ? '-ms-2' : '-ms-3 gap-1'}`}>
      {mayWrite && (
        <>
          <Button {...named(texts.saveAsNote)} onClick={() => saveNote(saved)}>
            <StickyNote {...icon} /> {names.note}
          </Button>
          <Button {...named(texts.makeCard)} onClick={() => saveCard(saved)}>
            <SquareKanban {...icon} /> {names.card}
          </Button>
          <Menu
            align="start"
            trigger={
              <Button {...named(texts.addToReport)}>
                <FileText {...icon} /> {names.report} <ChevronDown {...icon} size={14} />
              </Button>
            }
          >
            <ReportItems
              projectId={projectId}
              onChoose={(reportId) => addToReport(reportId, saved)}
              onCreate={() => createReport(saved)}
            />
          </Menu>
        </>
      )}
      <span className="ms-auto flex">
        <IconButton label={texts.copy} onClick={() => void handleCopy()}>
          <Copy {...icon} />
        </IconButton>
        {mayWrite && (
          <IconButton label={texts.askAgain} onClick={onAskAgain}>
            <RotateCcw {...icon} />
          </IconButton>
        )}
      </span>
    </div>
  );
}

const reportsShown = 20;

function ReportItems(props: { projectId: string; onChoose(reportId: string): void; onCreate(): void }) {
  const { projectId, onChoose, onCreate } = props;
  const [limit] = useState(reportsShown);
  const { data: reports = [] } = useQuery({
    queryKey: keys.reports(projectId, 'names'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/v1/projects/{projectId}/reports', {
            params: { path: { projectId }, query: { limit, sort: '-updated_at' } },
          }),
        )
      ).data,
  });
  return (
    <>
      <MenuItem onSelect={onCreate}>{texts.newReport}</MenuItem>
      {reports.length > 0 && <MenuSeparator />}
      {reports.map(({ id, title }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          <span dir="auto" className="max-w-72 truncate">
            {title}
          </span>
        </MenuItem>
      ))}
    </>
  );
}
