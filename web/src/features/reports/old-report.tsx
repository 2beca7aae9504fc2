import { useQuery } from '@tanstack/react-query';
import { oldReportQuery, useRevertReport } from '../../data/report-versions.ts';
import type { Report } from '../../data/reports.ts';
import { failureReason } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type BlockDiff, diffBlocks } from './diff-blocks.ts';
import { texts } from './texts.ts';

const textOf = ({ title, summary, body_markdown }: Report) => [title, summary, body_markdown].join('\n\n');

interface OldReportProps {
  report: Report;
  revision: number;
  mayWrite: boolean;
}

/** What is different between an old version and the current one. */
export function OldReport({ report, revision, mayWrite }: OldReportProps) {
  const old = useQuery(oldReportQuery(report.id, revision));
  const revert = useRevertReport(report);
  const toast = useToast();
  if (old.isPending) return <Skeleton rows={3} label={texts.page.loadingVersion(revision)} />;
  if (old.isError) return <ErrorNotice error={old.error} onRetry={() => void old.refetch()} />;
  const diff = diffBlocks(textOf(old.data), textOf(report));
  const restore = () =>
    revert.mutate(revision, {
      onSuccess: () => toast({ text: texts.page.restored(revision) }),
      onError: (error) => toast({ text: texts.page.notRestored(failureReason(error)) }),
    });
  return (
    <div className="mt-2 space-y-2 rounded-md border border-line p-3 text-sm">
      {diff.every(({ kind }) => kind === 'same') ? (
        <p className="text-soft">{texts.page.sameText}</p>
      ) : (
        groups(diff).map(({ kind, blocks, key }) => <Group key={key} kind={kind} blocks={blocks} />)
      )}
      {mayWrite && (
        <Button busy={revert.isPending} onClick={restore}>
          {texts.page.restore}
        </Button>
      )}
    </div>
  );
}

function Group({ kind, blocks }: { kind: BlockDiff['kind']; blocks: string[] }) {
  if (kind === 'same') return <p className="text-soft">{texts.page.unchanged(blocks.length)}</p>;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <Mark
      className={`block space-y-1 rounded px-2 py-1 no-underline ${kind === 'removed' ? 'bg-danger-wash' : 'bg-accent-wash'}`}
    >
      <span className="block text-xs font-medium">
        {kind === 'removed' ? texts.page.removed : texts.page.added}
      </span>
      <span dir="auto" className="block whitespace-pre-wrap">
        {blocks.join('\n\n')}
      </span>
    </Mark>
  );
}

/** Neighbours of one kind are shown together. */
function groups(diff: BlockDiff[]) {
  const grouped: { key: number; kind: BlockDiff['kind']; blocks: string[] }[] = [];
  for (const [key, { kind, text }] of diff.entries()) {
    const last = grouped.at(-1);
    if (last?.kind === kind) last.blocks.push(text);
    else grouped.push({ key, kind, blocks: [text] });
  }
  return grouped;
}
