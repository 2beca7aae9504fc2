import type { Session } from '../../data/calls.ts';
import type { CallView } from '../../lib/call/call.ts';
import { language } from '../../texts/language.ts';
import { texts } from './texts.ts';

function describeLength(seconds: number | null | undefined, endedAt: string | null | undefined): string {
  const minutes = seconds ? minutesOf(seconds) : undefined;
  const time =
    endedAt && new Date(endedAt).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });
  if (minutes) return time ? texts.lastedAndEndedAt(minutes, time) : texts.lasted(minutes);
  return time ? texts.endedAt(time) : texts.itHasEnded;
}

interface End {
  title: string;
  text: string;
  canRejoin: boolean;
}

const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60));

/** What the page says after a call. The status of the session decides, and then what happened to this browser. */
export function describeEnd(
  session: Pick<Session, 'kind' | 'status' | 'duration_seconds' | 'ended_at'>,
  view: Pick<CallView, 'state' | 'problem'> | undefined,
  name: string,
): End {
  const { kind, status, duration_seconds, ended_at } = session;
  if (kind !== 'live')
    return { title: texts.thisInterviewHasNoCall, text: texts.theAiModeratorHoldsIt, canRejoin: false };
  if (status === 'completed') {
    return {
      title: texts.theInterviewWithIsOver(name),
      text: describeLength(duration_seconds, ended_at),
      canRejoin: false,
    };
  }
  if (status === 'canceled')
    return {
      title: texts.theInterviewWithWasCanceled(name),
      text: texts.participantsLinkNoLongerOpens,
      canRejoin: false,
    };
  if (status === 'abandoned')
    return {
      title: texts.theInterviewWithHasEnded(name),
      text: texts.everyoneLeftCallAndWas,
      canRejoin: false,
    };
  if (view?.state === 'failed')
    return {
      title: texts.cantBeInCall,
      text: view.problem || texts.accessToCallHasEnded,
      canRejoin: true,
    };
  if (view?.state === 'replaced')
    return {
      title: texts.joinedCallInAnotherWindow,
      text: texts.theCallContinuesThere,
      canRejoin: true,
    };
  return {
    title: texts.youLeftTheCall,
    text: texts.interviewWithIsNotEnded(name),
    canRejoin: true,
  };
}
