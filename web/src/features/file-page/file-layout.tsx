import { useQuery } from '@tanstack/react-query';
import { PanelBottomOpen } from 'lucide-react';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { type File, isMedia } from '../../data/file.ts';
import { fileClipsQuery } from '../../data/file-clips.ts';
import { canWrite, useMe } from '../../data/me.ts';
import { prefetched } from '../../data/prefetched.ts';
import { tagsQuery } from '../../data/tags.ts';
import { transcriptQuery } from '../../data/transcript.ts';
import { closeAskPanel } from '../../lib/ask-panel.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { commentTexts } from '../comments/index.ts';
import { MediaPlayer, PlayerBar, type TimelineMark } from '../player/index.ts';
import { createPlayback, type TranscriptAction, type TranscriptHandle } from '../transcript/index.ts';
import type { CommentStart } from './comment-start.ts';
import { FileContent } from './file-content.tsx';
import { FileHeader } from './file-header.tsx';
import { type ChangeView, type FileView, useTimeInAddress } from './file-view.ts';
import { SentimentStrip } from './sentiment-strip.tsx';
import { texts } from './texts.ts';
import { spanOf, useMarks } from './use-marks.ts';

const SidePanel = lazy(() => import('./side-panel.tsx').then((module) => ({ default: module.SidePanel })));
const NewClipDialog = lazy(() =>
  import('./new-clip-dialog.tsx').then((module) => ({ default: module.NewClipDialog })),
);

interface FileLayoutProps {
  file: File;
  view: FileView;
  onViewChange: ChangeView;
}

/** The transcript, with the player and the tabs beside it and the waveform below it. On a phone the player is above it. */
export function FileLayout({ file, view, onViewChange }: FileLayoutProps) {
  const [playback] = useState(createPlayback);
  const transcript = useRef<TranscriptHandle>(null);
  const mayWrite = canWrite(useMe());
  const wide = useMediaQuery('(min-width: 1024px)');
  const playable = isMedia(file) && file.status === 'ready';
  const hasText = file.transcription_status === 'completed';
  const { isPending } = useQuery({ ...transcriptQuery(file.id), ...prefetched, enabled: hasText });
  // The text first. On a phone the player is above the text and would move it.
  const showsRest = useIdle(!hasText || !isPending) || !wide;
  const [sheetOpen, setSheetOpen] = useState(view.comment !== undefined);
  const [clipOpen, setClipOpen] = useState(false);
  const [noteAt, setNoteAt] = useState<number>();
  const [commentStart, setCommentStart] = useState<CommentStart>();
  const comment = (start: CommentStart | undefined) => {
    setCommentStart(start);
    if (!wide) setSheetOpen(true);
    closeAskPanel();
    onViewChange({ tab: 'comments', comment: undefined });
  };
  const { marks, clearMarks } = useMarks(playback, playable && mayWrite);
  const { data: clips } = useQuery(fileClipsQuery(file.project_id, file.id));
  const { data: tags } = useQuery({ ...tagsQuery(file.project_id), ...prefetched });
  useTimeInAddress(playback, view.t, onViewChange);
  useShortcuts(
    mayWrite
      ? [
          {
            keys: 'n',
            label: playable ? texts.noteAtMoment : texts.newNote,
            group: texts.shortcutGroup,
            run: () => {
              setNoteAt(playback.getTime());
              if (!wide) setSheetOpen(true);
              closeAskPanel();
              onViewChange({ tab: 'notes' });
            },
          },
          {
            keys: '$mod+Alt+m',
            label: commentTexts.shortcut,
            group: commentTexts.shortcutGroup,
            run: () =>
              comment(playable ? { kind: 'time', seconds: Math.floor(playback.getTime()) } : undefined),
          },
        ]
      : [],
  );

  const latest = useLatest({ view, onViewChange, comment });
  // The transcript renders again when this changes.
  const onAction = useCallback(
    (action: TranscriptAction) => {
      const { view, onViewChange, comment } = latest.current;
      if (action.type === 'clip-created') onViewChange({ tab: 'clips' });
      if (action.type === 'note-created') onViewChange({ tab: 'notes' });
      if (action.type === 'comments-opened') comment({ kind: 'segment', segmentId: action.segmentId });
      if (action.type === 'highlight-commented') comment({ kind: 'highlight', taggingId: action.taggingId });
      // The filter would hide the new highlight.
      if (action.type === 'highlight-created' && view.tag !== undefined && view.tag !== action.tagId)
        onViewChange({ tag: undefined });
    },
    [latest],
  );
  const now = playback.getTime();
  const length = file.duration_seconds ?? now + 15;
  const timeline: TimelineMark[] = [
    ...(clips ?? []).map(({ id, name, start_seconds: start, end_seconds: end, tag_ids: [firstTag] }) => ({
      id,
      name,
      start,
      end,
      kind: 'clip' as const,
      color: tags?.find((tag) => tag.id === firstTag)?.color ?? null,
    })),
    ...(marks.in === undefined && marks.out === undefined
      ? []
      : [{ id: 'marks', name: texts.newClip, ...spanOf(marks, now, length), kind: 'selection' as const }]),
  ];
  const panel = (
    <Suspense>
      <SidePanel
        file={file}
        playback={playback}
        mayWrite={mayWrite}
        view={view}
        onViewChange={onViewChange}
        noteAt={noteAt}
        onNoteAt={setNoteAt}
        onNewClip={() => setClipOpen(true)}
        commentStart={commentStart}
        onCommentStart={setCommentStart}
        onShowSegment={(segmentId) => {
          if (!wide) setSheetOpen(false);
          transcript.current?.showSegment(segmentId);
        }}
      />
    </Suspense>
  );
  return (
    <div className="screen-height flex flex-col">
      <FileHeader
        file={file}
        playback={playback}
        mayWrite={mayWrite}
        onFind={() => transcript.current?.openFind()}
        onReplace={() => transcript.current?.openReplace()}
        onNewClip={() => setClipOpen(true)}
      />
      {!wide && playable && <MediaPlayer file={file} playback={playback} />}
      <div className="flex min-h-0 flex-1">
        <section aria-label={texts.content} className="flex min-w-0 flex-1 flex-col">
          <FileContent
            file={file}
            playback={playback}
            mayWrite={mayWrite}
            view={view}
            onViewChange={onViewChange}
            onAction={onAction}
            transcript={transcript}
          />
        </section>
        {wide && (
          <aside
            aria-label={texts.playerAndDetails}
            className="beside:hidden w-80 shrink-0 overflow-y-auto overscroll-contain border-s border-line p-3.5 xl:w-[340px]"
          >
            {showsRest && playable && (
              <div className={file.kind === 'video' ? 'mb-3' : ''}>
                <MediaPlayer file={file} playback={playback} />
              </div>
            )}
            {showsRest && panel}
          </aside>
        )}
      </div>
      {!wide && (
        <>
          {!playable && (
            <div className="border-t border-line px-3 py-1.5">
              <Button variant="bare" className="w-full" onClick={() => setSheetOpen(true)}>
                {texts.tagsNotesClips}
              </Button>
            </div>
          )}
          <Sheet open={sheetOpen} onClose={() => setSheetOpen(false)} title={texts.aboutFile}>
            {panel}
          </Sheet>
        </>
      )}
      {playable && !showsRest && <div className="h-[72px] shrink-0 border-t border-line" />}
      {playable && showsRest && (
        <PlayerBar
          file={file}
          playback={playback}
          marks={timeline}
          strip={file.sentiment && <SentimentStrip file={file} />}
        >
          {!wide && (
            <IconButton label={texts.tagsNotesClips} onClick={() => setSheetOpen(true)}>
              <PanelBottomOpen size={16} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </PlayerBar>
      )}
      {clipOpen && (
        <Suspense>
          <NewClipDialog
            file={file}
            playback={playback}
            span={spanOf(marks, playback.getTime(), length)}
            onClose={() => setClipOpen(false)}
            onCreated={() => {
              setClipOpen(false);
              clearMarks();
              onViewChange({ tab: 'clips' });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
