import { Link } from '@tanstack/react-router';
import { tagIdsOf } from '../../data/files.ts';
import { formatRelativeTime } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { formatExtent, Thumbnail } from './file-kinds.tsx';
import { FileMenu } from './file-menu.tsx';
import { FileStatus } from './file-status.tsx';
import type { FileListProps } from './list-props.ts';
import { TagChips } from './tag-chips.tsx';
import { texts } from './texts.ts';

/** Cards with large pictures. The browser skips the layout of those that are off the screen. */
export const FilesGrid = ({ projectId, files, tags, selection, onAction }: FileListProps) => (
  <ul aria-label={texts.title} className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
    {files.map((file) => (
      <li
        key={file.id}
        data-file-id={file.id}
        className={`relative flex flex-col overflow-hidden rounded-lg border bg-surface [contain-intrinsic-size:auto_15rem] [content-visibility:auto] ${selection.ids.has(file.id) ? 'border-accent outline-1 outline-accent' : 'border-line hover:border-edge'}`}
      >
        <Thumbnail file={file} large />
        {onAction && (
          <span className="absolute start-2 top-2 flex rounded-sm bg-surface p-1 shadow-sm">
            <Checkbox
              label={texts.select(file.name)}
              checked={selection.ids.has(file.id)}
              onChange={({ nativeEvent }) =>
                selection.select(file.id, (nativeEvent as MouseEvent).shiftKey === true)
              }
            />
          </span>
        )}
        <div className="flex flex-1 flex-col gap-1.5 p-3">
          <div className="flex items-start gap-1">
            <Link
              to="/projects/$projectId/files/$fileId"
              params={{ projectId, fileId: file.id }}
              dir="auto"
              title={file.name}
              data-file-link={file.id}
              className="line-clamp-2 min-w-0 flex-1 font-medium hover:underline"
            >
              {file.name}
            </Link>
            {onAction && (
              <span className="-my-1.5 -me-2">
                <FileMenu file={file} inSheet={false} onAction={(action) => onAction(action, file)} />
              </span>
            )}
          </div>
          <p className="text-sm text-soft tabular-nums">
            {[formatExtent(file), formatRelativeTime(file.created_at)].filter(Boolean).join(' · ')}
          </p>
          <FileStatus file={file} onAction={onAction && ((action) => onAction(action, file))} />
          <TagChips tagIds={tagIdsOf(file)} tags={tags} max={2} />
        </div>
      </li>
    ))}
  </ul>
);

/** The list of a phone. */
export const FilesList = ({ projectId, files, tags, selection, onAction }: FileListProps) => (
  <ul aria-label={texts.title} className="-mx-4 border-t border-line">
    {files.map((file) => (
      <li
        key={file.id}
        data-file-id={file.id}
        className={`flex items-start gap-2.5 border-b border-line py-2 ps-4 pe-1 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] ${selection.ids.has(file.id) ? 'bg-accent-wash' : ''}`}
      >
        {onAction && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox has a name of its own; this is its touch target.
          <label className="-my-2 -ms-4 flex w-11 shrink-0 items-center justify-center self-stretch">
            <Checkbox
              label={texts.select(file.name)}
              checked={selection.ids.has(file.id)}
              onChange={() => selection.select(file.id, false)}
            />
          </label>
        )}
        <span className="mt-1">
          <Thumbnail file={file} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-0.5">
          <Link
            to="/projects/$projectId/files/$fileId"
            params={{ projectId, fileId: file.id }}
            dir="auto"
            data-file-link={file.id}
            className="line-clamp-2 font-medium"
          >
            {file.name}
          </Link>
          <p className="text-sm text-soft tabular-nums">
            {[formatExtent(file), formatRelativeTime(file.created_at)].filter(Boolean).join(' · ')}
          </p>
          <FileStatus file={file} onAction={onAction && ((action) => onAction(action, file))} />
          <TagChips tagIds={tagIdsOf(file)} tags={tags} max={3} />
        </div>
        {onAction && <FileMenu file={file} inSheet onAction={(action) => onAction(action, file)} />}
      </li>
    ))}
  </ul>
);
