import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { completeSession } from '../../data/call.ts';
import { type Session, sessionQuery, type TestGuide } from '../../data/calls.ts';
import { errorMessage } from '../../lib/errors.ts';
import { CallEnded } from './call-ended.tsx';
import { CallRoom } from './call-room.tsx';
import { texts } from './texts.ts';
import { isOver, useCall } from './use-call.ts';
import { useCallNotes } from './use-call-notes.ts';
import { useRecording } from './use-recording.ts';
import { useTicks } from './use-ticks.ts';

const isHeld = ({ status }: Session): boolean => ['completed', 'canceled', 'abandoned'].includes(status);

/** Stays mounted when the call ends, so that the last part of the recording is sent. */
export function CallSession({ session, test }: { session: Session; test: TestGuide }) {
  const { id } = session;
  const queryClient = useQueryClient();
  const canEnter = session.kind === 'live' && !isHeld(session);
  const call = useCall(id, canEnter);
  const recording = useRecording({ sessionId: id, view: call.view, local: call.local });
  const notes = useCallNotes(session);
  const guide = useTicks(id);
  const [endProblem, setEndProblem] = useState('');
  const name = session.participant.name ?? session.participant.email ?? texts.theParticipant;
  const state = call.view?.state;

  // The session starts when both are there, and ends with the call.
  const peopleCount = call.view?.others.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the call may be one of the session.
  useEffect(() => {
    if (state) void queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
  }, [state, peopleCount, id, queryClient]);

  const isRecording = recording.state === 'recording' || recording.state === 'saving';
  useEffect(() => {
    if (!isRecording) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRecording]);

  /** Camera and microphone are off first: neither a slow upload nor a failed request may leave them on. */
  const end = async () => {
    setEndProblem('');
    void call.leave();
    await recording.end();
    await completeSession(id).catch((error: unknown) => setEndProblem(errorMessage(error)));
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  };

  if (!canEnter || isOver(call.view))
    return (
      <CallEnded
        session={session}
        test={test}
        name={name}
        view={call.view}
        isOff={call.isOff}
        isSaving={recording.state === 'saving'}
        notes={notes}
        ticks={guide.ticks}
        problem={endProblem || recording.error}
        onRejoin={call.retry}
        onEnd={() => void end()}
      />
    );
  return (
    <CallRoom
      session={session}
      test={test}
      name={name}
      call={call}
      recording={recording}
      notes={notes}
      guide={guide}
      onEnd={() => void end()}
    />
  );
}
