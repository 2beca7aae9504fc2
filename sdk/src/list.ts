import type { paths } from './generated.ts';

type ItemOf<Path extends keyof paths> = paths[Path] extends {
  get: {
    responses: {
      200: {
        content: { 'application/json': { data: (infer Item)[]; meta: { next_cursor: string | null } } };
      };
    };
  };
}
  ? Item
  : never;

/** The paths whose GET returns a page of a list. */
export type ListPath = { [Path in keyof paths]: [ItemOf<Path>] extends [never] ? never : Path }[keyof paths];

type ParametersOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Omit<Parameters, 'header' | 'cookie'>
  : never;

interface ListInit<Parameters> {
  params: Parameters;
  signal?: AbortSignal;
}

/** `init` may be left out if the path has no parameters that are required. */
export type ListMethod = <Path extends ListPath>(
  path: Path,
  ...init: Record<string, never> extends ParametersOf<Path>
    ? [init?: Partial<ListInit<ParametersOf<Path>>>]
    : [init: ListInit<ParametersOf<Path>>]
) => AsyncGenerator<ItemOf<Path>>;
