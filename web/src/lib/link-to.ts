import { defaultParseSearch } from '@tanstack/react-router';

/** The properties of a `Link` to an address of this application that the API gave, such as `/projects/p/files/f?t=12`. */
export function linkTo(url: string): { to: string; search: Record<string, unknown> } {
  // The base is only for addresses without a host; the host of the address does not matter.
  const { pathname, search } = new URL(url, 'http://localhost');
  return { to: pathname, search: defaultParseSearch(search) };
}
