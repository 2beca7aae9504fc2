import { ChevronRight } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import type { Highlight, HighlightGroup } from '../../data/highlights.ts';
import type { Tag } from '../../data/tags.ts';
import { formatNumber, formatTimecode } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TagChip, TagDot } from '../../ui/tag-chip.tsx';
import {
  type Moment,
  MomentFailure,
  PassageLink,
  PlayButton,
  PlayingLine,
  SentimentMark,
  useMoment,
} from '../moments/index.ts';
import { momentOfHighlight } from './moment-of-highlight.ts';
import { texts } from './texts.ts';

/** Of all columns, for rows that are one cell. */
export const columnCount = 8;
const cell = 'px-2 py-1.5 align-middle';
/** On a phone, where one touches it, all of the cell selects. */
export const selectCell = 'ps-4 pe-2 align-middle sm:ps-6 pointer-coarse:p-0';
export const selectTarget =
  'flex items-center pointer-coarse:size-11 pointer-coarse:justify-center sm:pointer-coarse:ms-4';

interface HighlightRowProps {
  rowKey: string;
  highlight: Highlight;
  index: number;
  measure: Ref<HTMLTableRowElement>;
  /** Those to show: in a group of a tag, the others. */
  tags: readonly Tag[];
  isSelected: boolean;
  isActive: boolean;
  /** Left out for a viewer. */
  onSelect?: ((isRange: boolean) => void) | undefined;
  onActivate(): void;
  next(ended: Moment): Moment | undefined;
}

/** One highlight: at most two lines of words, and a line of its playing. On a phone the facts are below the words. */
export function HighlightRow(props: HighlightRowProps) {
  const { rowKey, highlight, index, measure, tags, isSelected, isActive, onSelect, onActivate, next } = props;
  const moment = momentOfHighlight(rowKey, highlight);
  const playing = useMoment(moment, next);
  const { quote, person, file_name, sentiment, start_seconds } = highlight;
  const words = quote ?? texts.noWords;
  const time = moment.has_recording && start_seconds !== null ? formatTimecode(start_seconds) : null;
  return (
    <tr
      ref={measure}
      data-index={index}
      data-key={rowKey}
      data-highlight={highlight.id}
      data-selected={isSelected || undefined}
      data-playing={playing.status === 'playing' || undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActivate}
      className="h-10 border-b border-line outline-offset-[-2px] hover:bg-sunken/60 data-playing:bg-sunken data-selected:bg-accent-wash"
    >
      <td className={selectCell}>
        {onSelect && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox has a name of its own; this is its touch target.
          <label className={selectTarget}>
            <Checkbox
              className="pointer-coarse:size-6"
              label={texts.select(words)}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect((nativeEvent as unknown as MouseEvent).shiftKey === true)
              }
            />
          </label>
        )}
      </td>
      <td className={cell}>
        <PlayButton moment={moment} playing={playing} />
      </td>
      <td className={cell}>
        <p dir="auto" className="line-clamp-2 font-serif text-md leading-5" title={words}>
          {quote === null ? texts.noWords : texts.quoted(quote)}
        </p>
        <PlayingLine moment={moment} playing={playing} />
        <MomentFailure moment={moment} playing={playing} />
        {highlight.detached && <p className="text-xs text-soft">{texts.changedSince}</p>}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft md:hidden">
          {person && <span dir="auto">{person}</span>}
          {time && <span className="tabular-nums">{time}</span>}
          {sentiment && <SentimentMark mood={sentiment} />}
          <Tags tags={tags} />
        </p>
      </td>
      <td className={`${cell} hidden lg:alone:table-cell`}>
        <span className="flex flex-wrap gap-1">{tags.length > 0 ? <Tags tags={tags} /> : '–'}</span>
      </td>
      <td className={`${cell} hidden md:table-cell`}>
        {person && (
          <span className="flex min-w-0 items-center gap-2 text-sm">
            <span aria-hidden="true" className="flex">
              <Avatar name={person} />
            </span>
            <span className="min-w-0 truncate" dir="auto">
              {person}
            </span>
          </span>
        )}
      </td>
      <td className={`${cell} hidden xl:alone:table-cell`}>
        <PassageLink
          moment={moment}
          className="block truncate text-sm text-soft underline-offset-4 hover:text-ink hover:underline"
        >
          <span dir="auto">{file_name}</span>
        </PassageLink>
      </td>
      <td className={`${cell} hidden text-end text-sm tabular-nums md:table-cell`}>{time}</td>
      <td className={`${cell} hidden pe-6 text-sm md:table-cell`}>
        {sentiment && <SentimentMark mood={sentiment} />}
      </td>
    </tr>
  );
}

/** The first two; the others are a number. */
function Tags({ tags }: { tags: readonly Tag[] }) {
  return (
    <>
      {tags.slice(0, 2).map(({ id, name, color }) => (
        <TagChip key={id} name={name} color={color} />
      ))}
      {tags.length > 2 && <span className="text-xs text-soft">+{formatNumber(tags.length - 2)}</span>}
    </>
  );
}

interface GroupRowProps {
  group: HighlightGroup;
  name: string;
  color?: string | undefined;
  isOpen: boolean;
  index: number;
  measure: Ref<HTMLTableRowElement>;
  /** The number of highlights of the strongest mood of all groups, as the length of the bar. */
  moodsMax: number;
  onToggle(): void;
}

/** The head of a group: name, number, people, and how its moods are spread. */
export function GroupRow(props: GroupRowProps) {
  const { group, name, color, isOpen, index, measure, moodsMax, onToggle } = props;
  const { count, person_count, positive, negative } = group;
  return (
    <tr ref={measure} data-index={index} className="h-9 border-b border-line bg-paper">
      <th scope="rowgroup" colSpan={3} className="px-2 py-0 ps-3 text-start font-normal sm:ps-5">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="control flex w-full min-w-0 items-center gap-2.5 rounded-md px-1 text-start hover:bg-sunken"
        >
          <ChevronRight
            size={14}
            strokeWidth={2}
            aria-hidden="true"
            className={`shrink-0 text-soft ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
          />
          {color !== undefined && <TagDot color={color} />}
          <span className="min-w-0 truncate font-medium" dir="auto">
            {name}
          </span>
          <span className="text-soft tabular-nums">{formatNumber(count)}</span>
        </button>
      </th>
      <td className="hidden lg:alone:table-cell" />
      <td className="hidden truncate px-2 text-sm text-soft md:table-cell">{texts.people(person_count)}</td>
      <td className="hidden xl:alone:table-cell" />
      <td colSpan={2} className="hidden px-2 pe-6 md:table-cell">
        {positive + negative > 0 && <Moods positive={positive} negative={negative} max={moodsMax} />}
      </td>
    </tr>
  );
}

/** Negative at the left of the centre, positive at the right, on the scale of all groups. */
function Moods({ positive, negative, max }: { positive: number; negative: number; max: number }) {
  const length = (value: number) => ({ inlineSize: `${max > 0 ? (value / max) * 100 : 0}%` });
  return (
    <span
      role="img"
      aria-label={texts.moods(positive, negative)}
      className="flex items-center justify-end gap-1.5 text-sm text-soft tabular-nums"
    >
      <span>{negative > 0 ? `−${formatNumber(negative)}` : '0'}</span>
      <span className="flex h-3 w-16 items-center">
        <span className="flex w-1/2 justify-end border-e border-edge">
          <span className="h-1 rounded-s-full bg-danger" style={length(negative)} />
        </span>
        <span className="flex w-1/2">
          <span className="h-1 rounded-e-full bg-accent" style={length(positive)} />
        </span>
      </span>
      <span>{positive > 0 ? `+${formatNumber(positive)}` : '0'}</span>
    </span>
  );
}
