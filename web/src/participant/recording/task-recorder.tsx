/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Client, Refusal } from '../api/client.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { TaskRecording } from './record-task.ts';

type State = 'idle' | 'starting' | 'recording' | 'sending' | 'sent' | 'refused' | 'failed';

/** Phones can't record their screen from a page; then there is only the text. */
export const canRecordScreen = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getDisplayMedia === 'function';

export function TaskRecorder({ client, questionId }: { client: Client; questionId: string }) {
  const { t } = useTexts();
  const [state, setState] = useState<State>('idle');
  const [percent, setPercent] = useState(0);
  const recording = useRef<TaskRecording | undefined>(undefined);

  // Leaving the question ends the recording; what is left of it is sent in the background.
  useEffect(() => () => recording.current?.stop(), []);
  useEffect(() => {
    if (state !== 'recording' && state !== 'sending') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);

  async function start() {
    if (state === 'starting') return;
    setState('starting');
    try {
      const { recordTask } = await import('./record-task.ts');
      recording.current = await recordTask(client, questionId, {
        onProgress: setPercent,
        onStopped: () => setState('sending'),
        onSent: () => setState('sent'),
        onFailed: () => setState('failed'),
      });
      setState('recording');
    } catch (error) {
      // An error of the server or of loading the script; everything else is the participant's or the browser's refusal.
      const isFailure = error instanceof Refusal || error instanceof TypeError;
      setState(isFailure ? 'failed' : 'refused');
    }
  }

  const messages: Record<State, string> = {
    idle: '',
    starting: '',
    recording: t.taskRecording,
    sending: t.taskUploading(percent),
    sent: t.taskUploaded,
    refused: t.taskRefused,
    failed: t.taskFailed,
  };
  return (
    <div class="recorder">
      <p class="hint">{t.taskRecordHint}</p>
      <div class="recorder-actions">
        {state === 'recording' ? (
          <Button variant="danger" onClick={() => recording.current?.stop()}>
            {t.taskStop}
          </Button>
        ) : (
          <Button busy={state === 'starting' || state === 'sending'} onClick={() => void start()}>
            <Icon name="record" />
            {t.taskRecord}
          </Button>
        )}
        <p class={`recorder-state recorder-${state}`} role="status">
          {messages[state]}
          {state === 'recording' && recording.current?.hasVoice === false && ` · ${t.taskNoVoice}`}
        </p>
      </div>
    </div>
  );
}
