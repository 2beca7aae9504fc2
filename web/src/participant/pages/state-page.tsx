/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { TestState, Visit } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import type { Texts } from '../texts/en.ts';
import { formatDay } from '../texts/format.ts';
import type { IconName } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';

type Ended = Exclude<TestState, 'ready' | 'in_progress' | 'completed' | 'screened_out'>;

const notices: Record<Ended, (t: Texts, day: string, hasAnswers: boolean) => [IconName, string, string]> = {
  revoked: (t) => ['broken', t.revokedTitle, t.revoked],
  expired: (t) => ['clock', t.expiredTitle, t.expired],
  paused: (t, _day, hasAnswers) => ['clock', t.pausedTitle, hasAnswers ? t.paused : t.pausedBefore],
  closed: (t) => ['check', t.closedTitle, t.closed],
  deadline_passed: (t, day) => ['calendar', t.deadlineTitle, t.deadline(day)],
  full: (t) => ['check', t.fullTitle, t.full],
  declined: (t) => ['check', t.declinedTitle, t.declined],
  withdrawn: (t) => ['check', t.withdrawnTitle, t.withdrawn],
};

interface StatePageProps {
  state: Ended;
  visit: Visit;
  actions: ComponentChildren;
}

/** Says why nothing can be answered with this link now, and what the participant can do. */
export function StatePage({ state, visit, actions }: StatePageProps) {
  const { t, locale } = useTexts();
  const { deadline, title: study, researcher } = visit.test;
  const [icon, title, text] = notices[state](
    t,
    deadline ? formatDay(locale, deadline) : '',
    visit.response !== null,
  );
  return (
    <Notice icon={icon} title={title} text={text} study={study} researcher={researcher} actions={actions} />
  );
}
