import { existsSync, readFileSync } from 'node:fs';

/** What a page of the web application loads first. The build writes a list of them: web/build/preloads.ts. */
interface PagePreload {
  /** With `:name` for an id. */
  path: string;
  scripts: string[];
  styles: string[];
  requests: string[];
  requestsWithoutSearch?: string[];
}

/** Ids, and nothing that HTML or a URL gives a meaning to. */
const idPattern = '[0-9a-z_]{1,60}';

/**
 * Returns the links for the HTML of a page, so that the browser loads the page's scripts and data while it parses the scripts of
 * the application (ADR 34). A browser without a sign-in gets no links to data, which it may not read.
 */
export function readPreloads(file: string): (url: string, hasSignIn: boolean) => string {
  const pages: PagePreload[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const compiled = pages.map((page) => ({
    ...page,
    pattern: patternOf(page.path),
    assets: assetLinks(page),
  }));

  return (url, hasSignIn) => {
    const [pathname = '/', search] = url.split('?', 2);
    for (const { pattern, assets, requests, requestsWithoutSearch = [] } of compiled) {
      const match = pattern.exec(pathname);
      if (!match) continue;
      if (!hasSignIn) return requests.length === 0 ? assets : '';
      const all = search ? requests : [...requests, ...requestsWithoutSearch];
      return assets + all.map((request) => requestLink(withIds(request, match.groups ?? {}))).join('');
    }
    return '';
  };
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, (_, name) => `(?<${name}>${idPattern})`)}/?$`);

const assetLinks = ({ scripts, styles }: PagePreload): string =>
  [
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...styles.map((name) => `<link rel="preload" as="style" crossorigin href="/${name}">`),
  ].join('');

const requestLink = (path: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${path.replaceAll('&', '&amp;')}">`;

const withIds = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '');
