import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { type ProjectFile, tagIdsOf } from '../../data/files.ts';
import { formatDate, formatRelativeTime } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MiddleTruncated } from '../../ui/middle-truncated.tsx';
import { formatExtent, kindName, Thumbnail } from './file-kinds.tsx';
import { FileMenu } from './file-menu.tsx';
import { FileStatus } from './file-status.tsx';
import type { FileListProps } from './list-props.ts';
import { TagChips } from './tag-chips.tsx';
import { texts } from './texts.ts';

const rowHeight = 48;
/** Fewer rows are simply there: the find function of the browser and printing then see all of them. */
const virtualFrom = 100;

const head = 'px-2 py-1.5 text-start text-sm font-medium text-soft';

export function FilesTable(props: FileListProps) {
  const { files, selection, onAction } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const at = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(at - top) > 1) setTop(at);
  });
  const virtualizer = useWindowVirtualizer({
    count: files.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    enabled: files.length > virtualFrom,
  });
  const shown = virtualizer.getVirtualItems();
  const isVirtual = files.length > virtualFrom;
  const rows = isVirtual ? shown.map(({ index }) => index) : files.map((_, index) => index);
  const before = isVirtual ? (shown[0]?.start ?? top) - top : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top) : 0;
  return (
    <table
      aria-label={texts.title}
      aria-rowcount={files.length + 1}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr aria-rowindex={1} className="border-b border-line">
          {onAction && (
            <th scope="col" className="w-9 px-2 text-start">
              <Checkbox
                className="block"
                label={texts.selectAllFiles}
                checked={selection.isAll}
                indeterminate={selection.count > 0 && !selection.isAll}
                onChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
              />
            </th>
          )}
          <th scope="col" className={head}>
            {texts.name}
          </th>
          <th scope="col" className={`${head} w-22 max-lg:hidden beside:hidden`}>
            {texts.kind}
          </th>
          <th scope="col" className={`${head} w-18 lg:alone:w-22`}>
            {texts.length}
          </th>
          <th scope="col" className={`${head} hidden w-52 min-[1400px]:w-60 xl:alone:table-cell`}>
            {texts.tags}
          </th>
          <th scope="col" className={`${head} w-32 lg:alone:w-44`}>
            {texts.status}
          </th>
          <th scope="col" className={`${head} w-26 lg:alone:w-30`}>
            {texts.added}
          </th>
          {onAction && (
            <th scope="col" className="w-12">
              <span className="sr-only">{texts.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {before > 0 && <Gap height={before} />}
        {rows.map((index) => {
          const file = files[index];
          return file && <Row key={file.id} {...props} file={file} index={index} />;
        })}
        {after > 0 && <Gap height={after} />}
      </tbody>
    </table>
  );
}

/** Takes the place of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) => (
  <tr>
    <td style={{ height, padding: 0 }} />
  </tr>
);

function Row({
  projectId,
  file,
  index,
  tags,
  selection,
  onAction,
}: FileListProps & { file: ProjectFile; index: number }) {
  const isSelected = selection.ids.has(file.id);
  return (
    <tr
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      data-file-id={file.id}
      className="group h-12 border-b border-line hover:bg-sunken/60 data-selected:bg-accent-wash"
    >
      {onAction && (
        <td className="px-2">
          <Checkbox
            className="block"
            label={texts.select(file.name)}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              selection.select(file.id, (nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      <td className="px-2">
        <div className="flex min-w-0 items-center gap-2.5">
          <Thumbnail file={file} />
          <Link
            to="/projects/$projectId/files/$fileId"
            params={{ projectId, fileId: file.id }}
            dir="auto"
            title={file.name}
            data-file-link={file.id}
            className="min-w-0 font-medium hover:underline"
          >
            <MiddleTruncated text={file.name} />
          </Link>
        </div>
      </td>
      <td className="truncate px-2 text-soft max-lg:hidden beside:hidden">{kindName(file)}</td>
      <td className="truncate px-2 text-soft tabular-nums">{formatExtent(file)}</td>
      <td className="hidden px-2 xl:alone:table-cell">
        <TagChips tagIds={tagIdsOf(file)} tags={tags} max={2} inOneLine />
      </td>
      <td className="px-2">
        <FileStatus file={file} onAction={onAction && ((action) => onAction(action, file))} />
      </td>
      <td className="truncate px-2 text-soft" title={formatDate(file.created_at)}>
        {formatRelativeTime(file.created_at)}
      </td>
      {onAction && (
        <td className="px-1 text-end">
          <FileMenu file={file} inSheet={false} onAction={(action) => onAction(action, file)} />
        </td>
      )}
    </tr>
  );
}
