export type View = 'matrix' | 'tags' | 'sentiment' | 'coverage';

/** Who said something, and about what. One axis of the matrix shows the first, the other one the second. */
export type WhoKind = 'participant' | 'file' | 'speaker' | 'tag';
export type WhatKind = 'tag' | 'question';
export type AxisKind = WhoKind | WhatKind;

/** The state of the page, in its URL. Lists are separated by commas. */
export interface InsightsSearch {
  view?: View;
  rows?: AxisKind;
  columns?: AxisKind;
  /** The study whose participants or questions are shown. */
  test?: string;
  tags?: string;
  files?: string;
  /** The order of the rows and of the columns; see `readOrder`. */
  sort?: string;
  order?: string;
  /** Hidden rows and columns. */
  hidden?: string;
  /** The chosen cell. */
  row?: string;
  column?: string;
  /** The file whose sentiment is shown. */
  file?: string;
}

export type SearchChange = { [Key in keyof InsightsSearch]?: InsightsSearch[Key] | undefined };

const choices: Record<string, string> = {
  view: 'tags sentiment coverage',
  rows: 'participant file speaker tag question',
  columns: 'participant file speaker tag question',
};
const texts = ['test', 'tags', 'files', 'sort', 'order', 'hidden', 'row', 'column', 'file'];

/** Ignores what a URL can’t mean. It is part of the first page of a visit, so it is short. */
export const readInsightsSearch = (search: Record<string, unknown>): InsightsSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([key, value]) =>
        typeof value === 'string' &&
        value !== '' &&
        (texts.includes(key) || choices[key]?.split(' ').includes(value)),
    ),
  );
