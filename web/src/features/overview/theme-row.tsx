import { Link } from '@tanstack/react-router';
import type { StrongestMoment, Theme } from '../../data/overview.ts';
import { MoodBar } from '../../ui/mood-bar.tsx';
import { tagHue } from '../../ui/tag-colors.ts';
import { type Moment, MomentRow } from '../moments/index.ts';
import { texts } from './texts.ts';

interface ThemeRowProps {
  projectId: string;
  theme: Theme;
  /** People whose words are highlighted. */
  personCount: number;
}

/** What many people say: a sentence, how many moments and people, how they sound, and the strongest moment, which plays here. */
export function ThemeRow({ projectId, theme, personCount }: ThemeRowProps) {
  const { tag, card, moment } = theme;
  const people =
    tag && personCount > 0
      ? texts.ofPeople(theme.person_count, personCount)
      : texts.people(theme.person_count);
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="min-w-0 font-semibold wrap-anywhere" dir="auto">
          <TitleLink projectId={projectId} theme={theme} />
        </h3>
        {theme.new_count > 0 && (
          <span className="shrink-0 text-sm text-soft">{texts.newThisWeek(theme.new_count)}</span>
        )}
      </div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-soft">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          {tag && (
            <span
              aria-hidden="true"
              className="size-2 shrink-0 rounded-full"
              style={{ background: `var(--tag-${tagHue(tag.color)}-dot)` }}
            />
          )}
          {tag && card && (
            <>
              <bdi className="truncate">{tag.name}</bdi>
              <span aria-hidden="true">·</span>
            </>
          )}
          {tag ? (
            <Link
              to="/projects/$projectId/highlights"
              params={{ projectId }}
              search={{ tag: tag.id }}
              className="underline-offset-4 hover:text-ink hover:underline pointer-coarse:py-3"
            >
              {texts.moments(theme.moment_count)} · {people}
            </Link>
          ) : (
            <span>
              {texts.moments(theme.moment_count)} · {people}
            </span>
          )}
        </p>
        <Moods theme={theme} />
      </div>
      {moment && (
        <MomentRow moment={momentOf(moment, projectId)} className="rounded-lg bg-sunken/60 px-3 py-2.5" />
      )}
    </li>
  );
}

/** The card of the theme, or the highlights of its tag. */
function TitleLink({ projectId, theme: { tag, card } }: Pick<ThemeRowProps, 'projectId' | 'theme'>) {
  const className = 'underline-offset-4 hover:underline';
  if (card)
    return (
      <Link
        to="/projects/$projectId/board"
        params={{ projectId }}
        search={{ card: card.id }}
        className={className}
      >
        {card.title}
      </Link>
    );
  return (
    <Link
      to="/projects/$projectId/highlights"
      params={{ projectId }}
      search={{ tag: tag?.id ?? '' }}
      className={className}
    >
      {tag?.name}
    </Link>
  );
}

/** The widest half of a bar, in pixels. */
const halfWidth = 40;

/** Negative moments to the left of the line, positive ones to the right. The numbers say the same. */
function Moods({ theme: { positive, negative, moment_count } }: { theme: Theme }) {
  if (positive + negative === 0) return null;
  return (
    <p className="flex items-center gap-2 tabular-nums">
      {texts.negative(negative)}
      <span className="w-20">
        <MoodBar counts={{ positive, negative }} unit={halfWidth / moment_count} />
      </span>
      {texts.positive(positive)}
    </p>
  );
}

const momentOf = ({ file_kind, ...moment }: StrongestMoment, projectId: string): Moment => ({
  ...moment,
  project_id: projectId,
  has_recording: file_kind === null ? null : file_kind === 'video' || file_kind === 'audio',
  source_deleted: false,
});
