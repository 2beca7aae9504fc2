/**
 * A value as a test reads it. A test knows its records, so every value counts as present: a field that can be null is
 * set, a list is long enough, and a union has the fields of all its variants. If the value is absent, the test fails
 * when it runs. A field that the type does not have fails the type check.
 */
export type Expected<T> = unknown extends T ? T : Present<NonNullable<T>>;

type Present<T> =
  | Extract<T, Scalar>
  | PresentList<Extract<T, Items>>
  | PresentFields<Exclude<T, Scalar | Items>>;

type Scalar = string | number | boolean;
type Items = readonly unknown[];

type PresentList<T> = [T] extends [never]
  ? never
  : T extends readonly (infer Item)[]
    ? List<Expected<Item>>
    : never;

type PresentFields<T> = [T] extends [never]
  ? never
  : [T] extends [Date]
    ? string
    : { [Field in FieldsOf<T>]: Expected<ValueOf<T, Field>> };

type FieldsOf<T> = T extends object ? keyof T : never;
type ValueOf<T, Field extends PropertyKey> = T extends { [Name in Field]?: infer Value } ? Value : never;

/** A list that has the item that a test reads. TypeScript knows only items whose index is a property. */
export interface List<T> extends Array<T> {
  0: T;
  1: T;
  2: T;
  3: T;
  4: T;
  5: T;
  at(index: number): T;
  slice(start?: number, end?: number): List<T>;
  find(matches: (item: T, index: number, list: T[]) => unknown): T;
  map<Result>(change: (item: T, index: number, list: T[]) => Result): List<Result>;
  filter(matches: (item: T, index: number, list: T[]) => unknown): List<T>;
}
