/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { SpeechRecorderProps } from './speech-recorder.tsx';

const canRecordSpeech = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

interface SpeechButtonProps {
  client: Client;
  /** Adds the recognized words to the answer, where they can be corrected. */
  onText(text: string): void;
  onRecording?(isOpen: boolean): void;
  /** Returns the focus to the field. */
  onClose(): void;
}

/** Answers by voice where the browser can record. The recorder is loaded when it is used. */
export function SpeechButton({ client, onText, onRecording, onClose }: SpeechButtonProps) {
  const { t } = useTexts();
  const [state, setState] = useState<'closed' | 'loading' | 'open' | 'failed'>('closed');
  const [loaded, setLoaded] = useState<{ Recorder: ComponentType<SpeechRecorderProps> }>();
  const [isDone, setDone] = useState(false);
  if (!canRecordSpeech()) return null;

  async function open() {
    if (state === 'loading') return;
    setDone(false);
    setState('loading');
    try {
      const { SpeechRecorder: Recorder } = await import('./speech-recorder.tsx');
      setLoaded({ Recorder });
      setState('open');
    } catch {
      setState('failed');
    }
  }
  if (state === 'open' && loaded)
    return (
      <loaded.Recorder
        client={client}
        onRecording={onRecording}
        onText={(text) => {
          onText(text);
          setDone(true);
        }}
        onClose={() => {
          setState('closed');
          onClose();
        }}
      />
    );
  return (
    <div class="speech-start">
      <Button busy={state === 'loading'} onClick={() => void open()}>
        <Icon name="mic" />
        {t.speak}
      </Button>
      <p class="hint" role="status">
        {state === 'failed' ? t.unreachable : isDone ? t.speakCheck : ''}
      </p>
    </div>
  );
}
