import { Link } from '@tanstack/react-router';
import { CheckCircle2, CircleDashed, MicOff, VideoOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Session, TestGuide } from '../../data/calls.ts';
import type { CallView } from '../../lib/call/call.ts';
import { Button } from '../../ui/button.tsx';
import { BackLink } from './call-header.tsx';
import { describeEnd } from './describe-end.ts';
import { EndDialog } from './end-dialog.tsx';
import { isAsked } from './guide.tsx';
import { NoteList } from './note-list.tsx';
import { RecordingCard } from './recording-card.tsx';
import { texts } from './texts.ts';
import type { useCallNotes } from './use-call-notes.ts';
import type { Ticks } from './use-ticks.ts';

interface CallEndedProps {
  session: Session;
  test: TestGuide;
  name: string;
  /** Undefined if this page was opened after the session. */
  view: CallView | undefined;
  isOff(): boolean;
  isSaving: boolean;
  notes: ReturnType<typeof useCallNotes>;
  ticks: Ticks;
  problem: string;
  onRejoin(): void;
  onEnd(): void;
}

/** What is true after the call, and where its results are. */
export function CallEnded(props: CallEndedProps) {
  const { session, test, name, view, notes, ticks, problem } = props;
  const { title, text, canRejoin } = describeEnd(session, view, name);
  const asked = test.questions.filter(isAsked);
  const missed = asked.filter(({ id }) => ticks[id] === undefined);
  const hasNotes = notes.notes.length + notes.unsent.length > 0;
  const [isEnding, setEnding] = useState(false);
  const wasHeld = hasNotes || session.recording_file_id !== null || missed.length < asked.length;
  return (
    <div>
      <header className="flex min-h-12 items-center gap-3 border-b border-line px-3 sm:px-4">
        <BackLink projectId={session.project_id} />
        <p className="min-w-0 truncate" dir="auto">
          <span className="text-soft max-sm:hidden">{test.name} / </span>
          <span className="font-medium">{name}</span>
        </p>
        {props.isOff() && (
          <p className="ms-auto inline-flex shrink-0 items-center gap-1.5 text-sm text-soft">
            <VideoOff size={15} aria-hidden="true" />
            <MicOff size={15} aria-hidden="true" />
            <span className="max-sm:sr-only">{texts.cameraAndMicrophoneAreOff}</span>
          </p>
        )}
      </header>
      <div className="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <h1
              tabIndex={-1}
              dir="auto"
              className="font-serif text-xl tracking-tight outline-none sm:text-2xl"
            >
              {title}
            </h1>
            <p role="status" className="mt-1 max-w-prose text-soft">
              {text}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {canRejoin && (
              <>
                <Button onClick={() => setEnding(true)}>{texts.endTheInterview}</Button>
                <Button variant={session.recording_file_id ? 'quiet' : 'primary'} onClick={props.onRejoin}>
                  {texts.joinAgain}
                </Button>
              </>
            )}
            {session.recording_file_id && (
              <Link
                to="/projects/$projectId/files/$fileId"
                params={{ projectId: session.project_id, fileId: session.recording_file_id }}
                className="control inline-flex items-center rounded-md bg-accent px-3 text-base font-medium text-on-accent hover:bg-accent-strong"
              >
                {texts.openTheRecording}
              </Link>
            )}
          </div>
        </div>
        {problem && (
          <p role="alert" className="mt-4 text-danger">
            {problem}
          </p>
        )}
        {session.recording_file_id ? (
          <RecordingCard
            fileId={session.recording_file_id}
            name={`${name}, ${test.name}`}
            isSaving={props.isSaving}
          />
        ) : (
          session.status === 'completed' && <NotRecorded projectId={session.project_id} hasNotes={hasNotes} />
        )}
        <EndDialog open={isEnding} name={name} onClose={() => setEnding(false)} onEnd={props.onEnd} />
        {wasHeld && (
          <div className="mt-8 grid gap-x-6 gap-y-8 md:grid-cols-2">
            <Part title={texts.notes} count={String(notes.notes.length + notes.unsent.length)}>
              <NoteList notes={notes.notes} unsent={notes.unsent} hasLinks />
            </Part>
            <Part title={texts.guide} count={texts.countOf(asked.length - missed.length, asked.length)}>
              <ul className="divide-y divide-line">
                {asked.length > missed.length && (
                  <li className="flex gap-2.5 px-4 py-2.5">
                    <CheckCircle2 size={18} aria-hidden="true" className="mt-px shrink-0 text-accent" />
                    {asked.length - missed.length === 1
                      ? texts.oneQuestionCovered
                      : texts.questionsCovered(asked.length - missed.length)}
                  </li>
                )}
                {missed.map(({ id, text }) => (
                  <li key={id} className="flex gap-2.5 px-4 py-2.5" dir="auto">
                    <CircleDashed size={18} aria-hidden="true" className="mt-px shrink-0 text-soft" />
                    <span>
                      <span className="sr-only">{texts.notCovered} </span>
                      {text}
                    </span>
                  </li>
                ))}
              </ul>
            </Part>
          </div>
        )}
      </div>
    </div>
  );
}

/** Without a recording, the notes are what remains of the call. */
const NotRecorded = ({ projectId, hasNotes }: { projectId: string; hasNotes: boolean }) => (
  <div className="mt-6 rounded-lg border border-line bg-surface p-4 sm:p-5">
    <p className="text-soft">{hasNotes ? texts.notRecorded : texts.notRecordedWriteDown}</p>
    <p className="mt-3 flex flex-wrap gap-2">
      <Link
        to="/projects/$projectId/notes"
        params={{ projectId }}
        className="control inline-flex items-center rounded-md bg-accent px-3 text-base font-medium text-on-accent hover:bg-accent-strong"
      >
        {hasNotes ? texts.openTheNotes : texts.writeANote}
      </Link>
      <Link
        to="/projects/$projectId"
        params={{ projectId }}
        className="control inline-flex items-center rounded-md border border-line bg-surface px-3 text-base font-medium hover:border-edge"
      >
        {texts.openTheProject}
      </Link>
    </p>
  </div>
);

const Part = ({ title, count, children }: { title: string; count: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 font-serif text-lg">
      {title} <span className="font-sans text-base text-soft">{count}</span>
    </h2>
    <div className="rounded-lg border border-line bg-surface">{children}</div>
  </section>
);
