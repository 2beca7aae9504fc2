import type { ErrorDetail } from '../../../foundation/errors.ts';
import { isVisible } from '../../../foundation/visible-text.ts';
import type { VersionContent } from './content.ts';
import { endOfDeadlineEverywhere } from './deadline.ts';
import { type Question, traits } from './question.ts';
import { findReach } from './reachability.ts';

/** Why participants could not take a test with this content: one entry for each reason. Files are checked elsewhere. */
export function findContentFaults(content: VersionContent, now: Date): ErrorDetail[] {
  return [
    ...findQuestionFaults(content),
    ...findScreenerFaults(content),
    ...findDeadlineFaults(content, now),
    ...findConsentFaults(content),
    ...findModeratorFaults(content),
    ...findSchedulingFaults(content, now),
  ];
}

function findQuestionFaults({ questions }: VersionContent): ErrorDetail[] {
  if (questions.length === 0) return [{ field: 'questions', message: 'must contain at least one question.' }];
  if (questions.every(({ type }) => !traits[type].answered))
    return [{ field: 'questions', message: 'must contain a question that participants answer.' }];
  return findUnreachable(questions, 'questions');
}

const findUnreachable = (questions: Question[], at: string): ErrorDetail[] => {
  const reach = findReach(questions);
  return questions.flatMap((_, index) =>
    reach.questions.has(index)
      ? []
      : [{ field: `${at}.${index}`, message: 'is never asked: the rules before it always lead past it.' }],
  );
};

function findScreenerFaults({ screener }: VersionContent): ErrorDetail[] {
  if (!screener) return [];
  if (!findReach(screener.questions).end)
    return [{ field: 'screener', message: 'lets nobody through: every answer is screened out.' }];
  return findUnreachable(screener.questions, 'screener.questions');
}

function findDeadlineFaults({ post_details: { deadline } }: VersionContent, now: Date): ErrorDetail[] {
  if (deadline === null || endOfDeadlineEverywhere(deadline) > now) return [];
  return [{ field: 'postDetails.deadline', message: 'must not be in the past.' }];
}

function findConsentFaults({ consent }: VersionContent): ErrorDetail[] {
  if (!consent || isVisible(consent.text)) return [];
  return [
    {
      field: 'consent.text',
      message: consent.recording
        ? 'is required, because participants are recorded.'
        : 'is required. Remove the consent if participants need not agree to anything.',
    },
  ];
}

function findModeratorFaults({ type, moderator }: VersionContent): ErrorDetail[] {
  if (type === 'live_interview' && moderator.mode === 'ai')
    return [{ field: 'moderator.mode', message: 'must be human for a live_interview.' }];
  if (type.startsWith('ai_') && moderator.mode === 'human')
    return [{ field: 'moderator.mode', message: `must be ai for an ${type}.` }];
  return [];
}

function findSchedulingFaults({ type, scheduling }: VersionContent, now: Date): ErrorDetail[] {
  if (type !== 'live_interview') return [];
  const slots = scheduling?.slots ?? [];
  if (slots.length === 0)
    return [{ field: 'scheduling.slots', message: 'must contain at least one slot for a live_interview.' }];
  if (slots.every(({ start_at }) => new Date(start_at) <= now))
    return [{ field: 'scheduling.slots', message: 'must contain a slot in the future.' }];
  return [];
}
