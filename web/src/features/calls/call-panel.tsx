import { type RefObject, useState } from 'react';
import type { Question } from '../../data/calls.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Guide, isAsked } from './guide.tsx';
import { NoteComposer } from './note-composer.tsx';
import { NoteList } from './note-list.tsx';
import { texts } from './texts.ts';
import type { useCallNotes } from './use-call-notes.ts';
import { useNow } from './use-now.ts';
import type { RecordingClock } from './use-recording.ts';
import type { Ticks } from './use-ticks.ts';

interface CallPanelProps {
  questions: Question[];
  ticks: Ticks;
  currentId: string | undefined;
  endsAt: string | null;
  isHeldNow: boolean;
  notes: ReturnType<typeof useCallNotes>;
  clock: RecordingClock | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onSelect(questionId: string): void;
  onToggle(questionId: string): void;
}

/** Guide and notes, at the side or below the picture. A note can be written from both. */
export function CallPanel(props: CallPanelProps) {
  const { questions, ticks, notes, clock, field } = props;
  const [tab, setTab] = useState<'guide' | 'notes'>('guide');
  const noteCount = notes.notes.length + notes.unsent.length;
  return (
    <aside
      aria-label={texts.guideAndNotes}
      className="flex min-h-0 flex-col border-line bg-surface max-lg:border-t lg:w-96 lg:shrink-0 lg:border-s"
    >
      <div className="min-h-0 flex-1 overflow-y-auto pt-1 [&_[role=tablist]]:px-4">
        <Tabs<'guide' | 'notes'>
          label={texts.guideAndNotes}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'guide',
              name: texts.guide,
              content: (
                <>
                  <GuideProgress {...props} />
                  <Guide
                    questions={questions}
                    ticks={ticks}
                    currentId={props.currentId}
                    onSelect={props.onSelect}
                    onToggle={props.onToggle}
                  />
                </>
              ),
            },
            {
              value: 'notes',
              name: (
                <>
                  {texts.notes} <span className="text-soft">{noteCount || ''}</span>
                </>
              ),
              content: <NoteList notes={notes.notes} unsent={notes.unsent} />,
            },
          ]}
        />
      </div>
      {tab === 'guide' && <LastNote notes={notes} />}
      <NoteComposer clock={clock} field={field} onSave={notes.add} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-soft max-lg:hidden">
        <span>
          <Kbd>{texts.keyN}</Kbd> {texts.keyNHint}
        </span>
        <span>
          <Kbd>{texts.keySpace}</Kbd> {texts.keySpaceHint}
        </span>
        <span>
          <Kbd>{texts.keyJ}</Kbd> {texts.keyJHint}
        </span>
      </p>
    </aside>
  );
}

function GuideProgress({ questions, ticks, endsAt, isHeldNow }: CallPanelProps) {
  const now = useNow();
  const asked = questions.filter(isAsked);
  const covered = asked.filter(({ id }) => ticks[id] !== undefined).length;
  const minutes = endsAt && isHeldNow ? Math.ceil((Date.parse(endsAt) - now) / 60_000) : undefined;
  return (
    <div className="px-4 pb-1">
      <p className="mb-2 flex justify-between gap-3 text-sm">
        <span className="font-medium">{texts.ofCovered(covered, asked.length)}</span>
        {minutes !== undefined && (
          <span className="text-soft">{minutes > 0 ? texts.minLeft(minutes) : texts.overtime(-minutes)}</span>
        )}
      </p>
      <ProgressBar
        label={texts.questionsCovered2}
        value={asked.length === 0 ? 0 : (covered / asked.length) * 100}
      />
    </div>
  );
}

/** Shows that a note was saved without leaving the guide. */
function LastNote({ notes: { notes, unsent } }: Pick<CallPanelProps, 'notes'>) {
  const last = notes.slice(-2);
  if (last.length === 0 && unsent.length === 0) return null;
  return (
    <div
      className="max-h-40 overflow-y-auto border-t border-line text-sm"
      role="status"
      aria-label={texts.lastNotes}
    >
      <NoteList notes={last} unsent={unsent} />
    </div>
  );
}
