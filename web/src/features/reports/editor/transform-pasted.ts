/** The marker of a list item in Word's HTML: a bullet, or "1." and "a)". */
const ordered = /^[\s\u00a0]*(\d+|[a-z]|[ivx]+)[.)]/i;

/**
 * Prepares HTML from Word, in which lists are paragraphs with a class and a marker. Everything else, including scripts and styles,
 * is left out because the document has no such nodes.
 */
export function transformPasted(html: string): string {
  if (!html.includes('mso-list')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let list: HTMLElement | undefined;
  for (const paragraph of body.querySelectorAll('p')) {
    if (!paragraph.getAttribute('style')?.includes('mso-list')) continue;
    const marker = [...paragraph.querySelectorAll('span')].find((span) =>
      span.getAttribute('style')?.includes('mso-list:Ignore'),
    );
    const name = ordered.test(marker?.textContent ?? '') ? 'OL' : 'UL';
    if (list?.tagName !== name || paragraph.previousElementSibling !== list) {
      list = body.ownerDocument.createElement(name);
      paragraph.before(list);
    }
    marker?.remove();
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
  return body.innerHTML;
}
