import { posix } from 'node:path';
import { type Documents, parseMarkdown, readFragments, readLinks } from './markdown.ts';

/** Relative links of Markdown files whose file, folder or heading does not exist. Absolute URLs are not checked. */
export function findBrokenLinks(documents: Documents): string[] {
  const folders = new Set<string>();
  for (const path of documents.keys()) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      folders.add(folder);
    }
  }
  const problems: string[] = [];
  for (const [path, text] of documents) {
    if (!path.endsWith('.md')) continue;
    for (const { url, line } of readLinks(parseMarkdown(text))) {
      if (/^[a-z][a-z0-9+.-]*:|^\//i.test(url)) continue;
      const [file = '', fragment] = url.split('#', 2);
      const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
      const content = documents.get(target);
      if (content === undefined && !folders.has(target.replace(/\/$/, ''))) {
        problems.push(`${path}:${line}: the link target ${url} does not exist`);
      } else if (fragment && content !== undefined && target.endsWith('.md')) {
        if (!readFragments(parseMarkdown(content)).has(decodeURIComponent(fragment))) {
          problems.push(`${path}:${line}: ${target} has no heading #${fragment}`);
        }
      }
    }
  }
  return problems;
}
