import type { Overview } from '../../data/overview.ts';
import { formatNumber } from '../../lib/format.ts';
import { Part } from './part.tsx';
import { texts } from './texts.ts';

/** How many people took part, by study, and the speakers of other recordings. */
export function WhoTookPart({ people }: { people: Overview['people'] }) {
  const rows = [
    ...people.studies,
    ...(people.speaker_count > 0
      ? [{ id: 'speakers', name: texts.speakers, count: people.speaker_count }]
      : []),
  ];
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <Part title={texts.tookPart} detail={texts.people(people.count)}>
      <ul className="space-y-1.5 text-sm">
        {rows.map(({ id, name, count }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_7rem_2.5rem] items-center gap-3">
            <span className="truncate" dir="auto" title={name}>
              {name}
            </span>
            <span aria-hidden="true" className="h-1.5 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-soft/70"
                style={{ inlineSize: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="text-end tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
