import type { RefObject } from 'react';
import type { CallView } from '../../lib/call/call.ts';
import { Button } from '../../ui/button.tsx';
import { useRecording } from './use-recording.ts';

interface RecordingControlProps {
  sessionId: string;
  view: CallView;
  local: MediaStream;
  /** Ends the recording, for the page that leaves the call. */
  stopper: RefObject<() => Promise<void>>;
}

/** Records the participant's picture and all sound, and warns at once if the recorder yields nothing. */
export function RecordingControl(props: RecordingControlProps) {
  const { state, problem, error, canRecord, begin, end } = useRecording(props);
  return (
    <>
      {state === 'off' ? (
        <Button disabled={!canRecord} onClick={begin}>
          Record
        </Button>
      ) : (
        <Button onClick={() => void end()}>{state === 'waiting' ? 'Do not record' : 'Stop recording'}</Button>
      )}
      {state === 'waiting' && (
        <p role="status" className="w-full text-soft">
          The recording starts with the participant’s picture.
        </p>
      )}
      {(problem || error) && (
        <p role="alert" className="w-full text-danger">
          {error ||
            (problem === 'no_data'
              ? 'The recorder yields no data. Stop the recording and start it again.'
              : 'The recording can’t be sent. It is sent again.')}
        </p>
      )}
    </>
  );
}
