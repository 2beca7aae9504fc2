import type { Participant } from '../../../../foundation/principal.ts';
import type { AiUsage } from '../../../../platform/ai/usage.ts';
import type { VersionContent } from '../../tests/index.ts';
import type { PlannedTurn } from '../conversation.ts';
import type { InterviewDeps } from '../deps.ts';
import type { Language } from '../plan/cues.ts';
import { addUsage, finishWording, type TurnRow } from '../store.ts';
import type { MessageContext } from './message.ts';
import { wordMessage } from './wording.ts';

/** A participant waits for the message, so a slow model is not waited for. */
const timeoutMs = 8_000;
/** How many messages the model sees. */
const exchangeMax = 6;

/** Where a text is used, and the names that must not be sent. */
export interface Place extends Pick<Participant, 'workspace_id' | 'project_id'> {
  names: string[];
}

/** Lets the model word a stored message. The template stays if the model is slow, refuses or fails the check. */
export async function wordPendingTurn(
  deps: InterviewDeps,
  place: Place,
  content: VersionContent,
  testLanguage: Language,
  { turn, context }: PlannedTurn,
  turns: TurnRow[],
): Promise<void> {
  const exchange = turns.slice(-exchangeMax).map(({ role, text }) => ({ role, text }));
  const text = await wordOrTemplate(deps, place, content, { ...context, testLanguage, exchange }, (usage) =>
    addUsage(deps.db, turn.session_id, usage),
  );
  await finishWording(deps.db, turn, text);
}

/** The text of the model, or undefined if the template is to be used. Never throws. */
export async function wordOrTemplate(
  { generator, log }: Pick<InterviewDeps, 'generator' | 'log'>,
  { workspace_id, project_id, names }: Place,
  content: VersionContent,
  request: MessageContext & {
    testLanguage: Language;
    exchange: { role: 'moderator' | 'participant'; text: string }[];
  },
  save: (usage: AiUsage) => Promise<void>,
): Promise<string | undefined> {
  if (!generator) return undefined;
  const used: Promise<void>[] = [];
  let fault: string;
  try {
    const forInterview = generator.forJob(
      { workspace_id, project_id },
      { addUsage: (usage) => void used.push(save(usage).catch(() => {})) },
      { names },
    );
    const worded = await wordMessage(forInterview, {
      ...request,
      researcherInstructions: content.moderator.instructions,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if ('text' in worded) return worded.text;
    fault = worded.fault;
  } catch (error) {
    fault = error instanceof Error ? error.name : 'error';
  } finally {
    await Promise.all(used);
  }
  // Without the text: it may contain what a participant said.
  log.info(
    { event: 'interview.template_used', fault },
    'a message of the moderator was worded by its template',
  );
  return undefined;
}
