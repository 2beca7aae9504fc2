import { useQuery } from '@tanstack/react-query';
import { History, type LucideIcon, MessageSquare } from 'lucide-react';
import { Suspense } from 'react';
import { fileCommentsQuery, isResolved, toThreads } from '../../data/comments.ts';
import { type File, isMedia } from '../../data/file.ts';
import { fileClipsQuery } from '../../data/file-clips.ts';
import { fileNotesQuery } from '../../data/file-notes.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { commentTexts } from '../comments/index.ts';
import { type MediaPlayback, TranscriptHistory } from '../transcript/index.ts';
import { ClipsTab } from './clips-tab.tsx';
import type { CommentStart } from './comment-start.ts';
import { CommentsTab } from './comments-tab.tsx';
import type { ChangeView, FileView, SideTab } from './file-view.ts';
import { NotesTab } from './notes-tab.tsx';
import { panelTexts as texts } from './panel-texts.ts';
import { SummaryTab } from './summary-tab.tsx';
import { texts as summaryTexts } from './summary-texts.ts';
import { TagsTab } from './tags-tab.tsx';

interface SidePanelProps {
  file: File;
  playback: MediaPlayback;
  mayWrite: boolean;
  view: FileView;
  onViewChange: ChangeView;
  noteAt: number | undefined;
  onNoteAt(seconds: number | undefined): void;
  onNewClip(): void;
  commentStart: CommentStart | undefined;
  onCommentStart(start: CommentStart | undefined): void;
  onShowSegment(segmentId: string): void;
}

/** The tabs beside the transcript. The open one is in the address. */
export function SidePanel(props: SidePanelProps) {
  const { file, view, onViewChange } = props;
  const notes = useQuery(fileNotesQuery(file.project_id, file.id));
  const clips = useQuery(fileClipsQuery(file.project_id, file.id));
  const comments = useQuery(fileCommentsQuery(file.project_id, file.id));
  const openCount = toThreads(comments.data ?? []).filter((thread) => !isResolved(thread)).length;
  const tabs = [
    { value: 'tags', name: texts.tags, content: <TagsTab {...props} /> },
    { value: 'summary', name: summaryTexts.title, content: <SummaryTab {...props} /> },
    {
      value: 'notes',
      name: <Counted name={texts.notes} count={notes.data?.length} />,
      content: <NotesTab {...props} />,
    },
    {
      value: 'clips',
      name: <Counted name={texts.clips} count={clips.data?.length} />,
      content: <ClipsTab {...props} />,
    },
    {
      value: 'comments',
      name: <IconName icon={MessageSquare} name={commentTexts.title} count={openCount} />,
      content: (
        <Suspense>
          <CommentsTab
            file={file}
            playback={props.playback}
            comment={view.comment}
            start={props.commentStart}
            onClearStart={() => props.onCommentStart(undefined)}
            onShowSegment={props.onShowSegment}
          />
        </Suspense>
      ),
    },
    {
      value: 'history',
      name: <IconName icon={History} name={texts.history} />,
      content: <HistoryTab file={file} />,
    },
  ] as const;
  const hasText = file.kind !== 'image' && file.kind !== 'other';
  return (
    <Tabs<SideTab>
      label={texts.aboutFile}
      value={view.tab ?? 'tags'}
      onChange={(tab) => onViewChange({ tab: tab === 'tags' ? undefined : tab, comment: undefined })}
      tabs={tabs.filter(
        ({ value }) =>
          (value !== 'clips' || isMedia(file)) && ((value !== 'history' && value !== 'summary') || hasText),
      )}
    />
  );
}

const HistoryTab = ({ file }: { file: File }) =>
  file.transcription_status === 'completed' ? (
    <TranscriptHistory fileId={file.id} hasRecording={isMedia(file)} />
  ) : (
    <p className="text-sm text-soft">{texts.historyBegins}</p>
  );

const Counted = ({ name, count }: { name: string; count: number | undefined }) => (
  <>
    {name}
    {count ? <span className="ms-1 text-xs text-soft tabular-nums">{count}</span> : null}
  </>
);

/** Six names do not fit beside each other in every language. */
const IconName = ({ icon: Icon, name, count }: { icon: LucideIcon; name: string; count?: number }) => (
  <span title={name} className="inline-flex items-center">
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    <span className="sr-only">{name}</span>
    {count ? <span className="ms-1 text-xs text-soft tabular-nums">{count}</span> : null}
  </span>
);
