import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowLeftRight, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { testChoicesQuery } from '../../data/insight-choices.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { type Axes, axesChange, whoKinds } from './axes.ts';
import { ChipArrow, ChipText, chip } from './filter-chip.tsx';
import type { InsightsSearch, WhatKind, WhoKind } from './insights-search.ts';
import { byName, byNegative, byTotal, type Order, writeOrder } from './matrix-model.ts';
import { texts } from './texts.ts';
import type { ChangeSearch } from './use-url-state.ts';

interface AxisMenusProps {
  projectId: string;
  axes: Axes;
  search: InsightsSearch;
  onChange: ChangeSearch;
}

/** What a new axis makes meaningless. */
const reset = { row: undefined, column: undefined, sort: undefined, order: undefined, hidden: undefined };

/** What the rows and columns are, and the button that swaps them. */
export function AxisMenus({ projectId, axes, search, onChange }: AxisMenusProps) {
  const who = (
    <Menu
      align="start"
      trigger={
        <button type="button" className={chip}>
          <ChipText
            name={axes.transposed ? texts.axes.columns : texts.axes.rows}
            value={texts.axes[axes.who]}
          />
          <ChipArrow />
        </button>
      }
    >
      <MenuChoices<WhoKind>
        label={texts.axes.rows}
        value={axes.who}
        onChange={(kind) => onChange({ ...reset, ...axesChange({ ...axes, who: kind, what: 'tag' }) })}
        options={whoKinds.map((value) => ({ value, name: texts.axes[value] }))}
      />
    </Menu>
  );
  const what = <WhatMenu projectId={projectId} axes={axes} search={search} onChange={onChange} />;
  return (
    <>
      {axes.transposed ? what : who}
      <IconButton
        label={texts.axes.transpose}
        aria-keyshortcuts="T"
        onClick={() => transpose(axes, search, onChange)}
      >
        <ArrowLeftRight size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {axes.transposed ? who : what}
    </>
  );
}

/** The orders and the chosen cell are swapped too. */
export const transpose = (axes: Axes, { sort, order, row, column }: InsightsSearch, onChange: ChangeSearch) =>
  onChange({
    ...axesChange({ ...axes, transposed: !axes.transposed }),
    sort: order,
    order: sort,
    row: column,
    column: row,
  });

function WhatMenu({ projectId, axes, search: { test: testId }, onChange }: AxisMenusProps) {
  const [isOpened, setOpened] = useState(false);
  const isQuestions = axes.what === 'question';
  const { data: tests } = useQuery({ ...testChoicesQuery(projectId), enabled: isOpened || isQuestions });
  const current = tests?.find(({ id }) => id === testId);
  const choose = (kind: WhatKind, test?: string) =>
    onChange({ ...reset, ...axesChange({ ...axes, what: kind }), test, files: undefined, tags: undefined });
  const value =
    isQuestions && current
      ? texts.axes.questionsOf(current.name)
      : texts.axes[isQuestions ? 'question' : 'tag'];
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={chip}
          onPointerEnter={() => setOpened(true)}
          onFocus={() => setOpened(true)}
          onClick={() => setOpened(true)}
        >
          <ChipText name={axes.transposed ? texts.axes.rows : texts.axes.columns} value={value} />
          <ChipArrow />
        </button>
      }
    >
      <MenuItem onSelect={() => choose('tag')}>{texts.axes.tag}</MenuItem>
      <MenuSeparator />
      {tests?.length ? (
        <MenuChoices
          label={texts.axes.question}
          value={isQuestions ? (testId ?? '') : ''}
          onChange={(test) => choose('question', test)}
          options={tests.map(({ id, name }) => ({ value: id, name: texts.axes.questionsOf(name) }))}
        />
      ) : (
        <MenuItem disabled onSelect={() => {}}>
          {texts.axes.noTests}
        </MenuItem>
      )}
    </Menu>
  );
}

interface SortMenuProps {
  order: Order;
  /** The name of the column that the rows are sorted by, if it is one. */
  columnName: string | undefined;
  onChange: ChangeSearch;
}

export function SortMenu({ order, columnName, onChange }: SortMenuProps) {
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  const options = [
    { value: byTotal, name: texts.sort.total },
    { value: byNegative, name: texts.sort.negative },
    { value: byName, name: texts.sort.name },
  ];
  const name =
    options.find(({ value }) => value === order.by)?.name ?? texts.sort.byHeading(columnName ?? '');
  return (
    <Menu
      trigger={
        <button type="button" className={chip}>
          <ChipText name={texts.sort.label} value={name} />
          <Arrow size={14} strokeWidth={1.75} aria-hidden="true" className="text-soft" />
        </button>
      }
    >
      <MenuChoices
        label={texts.sort.label}
        value={order.by}
        onChange={(by) => onChange({ sort: writeOrder({ by, descending: by !== byName }) })}
        options={options}
      />
    </Menu>
  );
}
