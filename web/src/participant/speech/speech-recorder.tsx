/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Client, Refusal } from '../api/client.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useLatest } from '../ui/use-latest.ts';
import { recordSpeech, type SpeechRecording } from './record-speech.ts';
import { type SpeechTexts, speechTexts } from './texts.ts';
import './speech.css';

type State = 'starting' | 'recording' | 'recorded' | 'working' | 'unheard' | 'refused' | 'failed';

export interface SpeechRecorderProps {
  client: Client;
  onText(text: string): void;
  /** Whether there is a recording that leaving the page would lose. */
  onRecording: ((isOpen: boolean) => void) | undefined;
  onClose(): void;
}

/** Longer answers are given in parts. */
const secondsMax = 600;
/** The buttons ignore clicks for this time after a change, so that a double click does not press two of them. */
const ignoredMs = 500;

/** Records an answer: stop, hear it again, turn it into text or discard it. Starts at once. */
export function SpeechRecorder({ client, onText, onRecording, onClose }: SpeechRecorderProps) {
  const { language } = useTexts();
  const t = speechTexts(language);
  const [state, setState] = useState<State>('starting');
  const [settledState, setSettledState] = useState<State>();
  const [seconds, setSeconds] = useState(0);
  const [audioUrl, setAudioUrl] = useState('');
  const recording = useRef<SpeechRecording>(undefined);
  const gone = useRef(new AbortController());
  const box = useRef<HTMLElement>(null);
  // What is typed while the words are written down is not lost.
  const addText = useLatest(onText);

  async function start() {
    setSeconds(0);
    setState('starting');
    try {
      const started = await recordSpeech(client);
      if (gone.current.signal.aborted) return started.discard();
      recording.current = started;
      setState('recording');
    } catch (error) {
      setState(error instanceof Refusal || error instanceof TypeError ? 'failed' : 'refused');
    }
  }
  async function stop() {
    const ended = await recording.current?.stop();
    if (!ended || gone.current.signal.aborted) return;
    setAudioUrl(URL.createObjectURL(ended));
    setState('recorded');
  }
  async function transcribe() {
    setState('working');
    try {
      const text = await recording.current?.transcribe(gone.current.signal);
      if (gone.current.signal.aborted) return;
      if (!text) return setState('unheard');
      addText.current(text);
      close();
    } catch {
      setState('failed');
    }
  }
  function discard() {
    recording.current?.discard();
    recording.current = undefined;
  }
  function again() {
    discard();
    setAudioUrl('');
    void start();
  }
  function close() {
    discard();
    onClose();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording starts once.
  useEffect(() => {
    void start();
    return () => {
      gone.current.abort();
      discard();
    };
  }, []);
  useEffect(() => () => URL.revokeObjectURL(audioUrl), [audioUrl]);
  const hasRecording =
    ['recording', 'recorded', 'working'].includes(state) || (state === 'failed' && audioUrl !== '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the recording matters.
  useEffect(() => {
    if (!hasRecording) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    onRecording?.(true);
    return () => {
      removeEventListener('beforeunload', warn);
      onRecording?.(false);
    };
  }, [hasRecording]);
  useEffect(() => {
    if (state !== 'recording') return;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, [state]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the time ends it.
  useEffect(() => {
    if (state === 'recording' && seconds >= secondsMax) void stop();
  }, [state, seconds]);
  useEffect(() => {
    const timer = setTimeout(() => setSettledState(state), ignoredMs);
    return () => clearTimeout(timer);
  }, [state]);
  // The button that was pressed may be gone, and the keyboard continues at the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the state.
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-next]')?.focus(), [state]);

  const isChanging = state !== settledState;
  const hasEnded = state === 'recorded' || state === 'working';
  const canRecordAgain = ['recorded', 'unheard', 'failed'].includes(state);
  return (
    <section ref={box} class="speech" aria-label={t.title}>
      <p class={`speech-state speech-${state}`} role="status">
        {t[state]}
      </p>
      {state === 'recording' && (
        <p class="speech-time" role="timer" aria-label={t.time}>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        </p>
      )}
      {hasEnded && <Recorded url={audioUrl} t={t} />}
      <div class="speech-actions">
        {(state === 'starting' || state === 'recording') && (
          <Button
            variant="danger"
            data-next
            aria-disabled={isChanging || state === 'starting'}
            onClick={() => void stop()}
          >
            {t.stop}
          </Button>
        )}
        {hasEnded && (
          <Button
            variant="primary"
            data-next
            busy={state === 'working'}
            aria-disabled={isChanging}
            onClick={() => void transcribe()}
          >
            {t.use}
          </Button>
        )}
        {(canRecordAgain || state === 'working') && (
          <Button
            data-next={!hasEnded || undefined}
            aria-disabled={isChanging || !canRecordAgain}
            onClick={again}
          >
            <Icon name="mic" />
            {t.again}
          </Button>
        )}
        <span class="speech-discard">
          <Button
            variant="bare"
            data-next={state === 'refused' || undefined}
            aria-disabled={isChanging}
            onClick={close}
          >
            {t.discard}
          </Button>
        </span>
      </div>
    </section>
  );
}

function Recorded({ url, t }: { url: string; t: SpeechTexts }) {
  // biome-ignore lint/a11y/useMediaCaption: the participant hears their own words, which become text afterwards.
  return <audio class="speech-audio" controls src={url} aria-label={t.recording_of_you} />;
}
