import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { FileCoverage } from '../../data/coverage.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { sharesOf } from './coverage-shares.ts';
import { texts } from './texts.ts';

interface CoverageFilesProps {
  projectId: string;
  files: readonly FileCoverage[];
  /** The file of the passage that has the focus. */
  currentFileId: string | undefined;
}

/** A row for each file. The bars have one scale: a longer bar is a longer file. */
export function CoverageFiles({ projectId, files, currentFileId }: CoverageFilesProps) {
  const longest = files.reduce((max, { length_seconds }) => Math.max(max, length_seconds), 1);
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="text-start text-soft">
          <th scope="col" className="py-2 ps-4 text-start font-normal sm:ps-6">
            {texts.coverage.file}
          </th>
          <th scope="col" className="w-20 px-2 text-end font-normal">
            {texts.coverage.passages}
          </th>
          <th scope="col" className="w-3/10 px-3 text-start font-normal max-lg:hidden">
            {texts.coverage.along}
          </th>
          <th scope="col" className="w-20 px-2 text-end font-normal max-sm:hidden">
            {texts.coverage.citedShort}
          </th>
          <th scope="col" className="w-24 px-2 text-end font-normal max-sm:hidden">
            {texts.coverage.highlightedShort}
          </th>
          <th scope="col" className="w-28 ps-2 pe-4 text-end font-normal sm:pe-6">
            {texts.coverage.unused}
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <CoverageRow
            key={file.file_id}
            projectId={projectId}
            file={file}
            scale={file.length_seconds / longest}
            isCurrent={file.file_id === currentFileId}
          />
        ))}
      </tbody>
    </table>
  );
}

interface CoverageRowProps {
  projectId: string;
  file: FileCoverage;
  scale: number;
  isCurrent: boolean;
}

function CoverageRow({ projectId, file, scale, isCurrent }: CoverageRowProps) {
  const { cited, highlighted, unused } = sharesOf(file);
  const [citedText, highlightedText, unusedText] = [cited, highlighted, unused].map(formatPercent) as [
    string,
    string,
    string,
  ];
  return (
    <tr className={`h-12 border-t border-line ${isCurrent ? 'bg-sunken' : ''}`}>
      <th scope="row" className="max-w-0 ps-4 text-start font-medium sm:ps-6">
        <Link
          to="/projects/$projectId/files/$fileId"
          params={{ projectId, fileId: file.file_id }}
          className="control flex items-center gap-2 hover:underline hover:underline-offset-4"
        >
          <FileText size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-soft" />
          <span dir="auto" className="min-w-0 truncate">
            {file.name}
          </span>
        </Link>
      </th>
      <td className="px-2 text-end tabular-nums text-soft">{formatNumber(file.passage_count)}</td>
      <td className="px-3 max-lg:hidden">
        <span
          role="img"
          aria-label={texts.coverage.ofFile(file.name, citedText, highlightedText, unusedText)}
          className="relative block h-6"
          style={{ width: `${Math.max(2, scale * 100)}%` }}
        >
          <span className="absolute inset-x-0 bottom-0 h-px bg-edge" />
          {file.highlighted_spans.map((span) => (
            <span
              key={span.start_seconds}
              className="absolute bottom-0 h-[9px] min-w-px rounded-xs bg-accent/50"
              style={placeOf(span, file.length_seconds)}
            />
          ))}
          {file.cited_spans.map((span) => (
            <span
              key={span.start_seconds}
              className="absolute bottom-0 h-4 min-w-px rounded-xs bg-accent"
              style={placeOf(span, file.length_seconds)}
            />
          ))}
          {file.strong_unused_seconds.map((seconds) => (
            <span
              key={seconds}
              className="absolute top-0 size-2 -translate-x-1/2 bg-(--tag-amber-dot) [clip-path:polygon(0_0,100%_0,50%_75%)]"
              style={{ left: percent(seconds / file.length_seconds) }}
            />
          ))}
        </span>
      </td>
      <td className="px-2 text-end tabular-nums max-sm:hidden">{citedText}</td>
      <td className="px-2 text-end tabular-nums max-sm:hidden">{highlightedText}</td>
      <td className="ps-2 pe-4 text-end tabular-nums sm:pe-6">{unusedText}</td>
    </tr>
  );
}

const percent = (share: number) => `${share * 100}%`;

const placeOf = ({ start_seconds, end_seconds }: FileCoverage['cited_spans'][number], length: number) => ({
  left: percent(start_seconds / length),
  width: percent((end_seconds - start_seconds) / length),
});
