import { escapeHtml } from '../../../foundation/html.ts';

/** A part of a mail. Every text is plain: the layout escapes it for HTML. */
export type MailBlock =
  | { kind: 'text'; text: string }
  /** Words of a researcher, which may have several paragraphs. */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** The main link. Plain text shows its address in a line of its own. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; text: string; label: string; url: string };

export interface MailParts {
  /** BCP 47, for screen readers and for the direction of the text. */
  language: string;
  subject: string;
  blocks: MailBlock[];
}

/** One line without control characters, so that a name or a title cannot continue on a new line of the mail. */
export const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** The same mail as text and as HTML. It loads nothing: no images, no fonts, and no tracking of who reads it. */
export const renderMail = ({ language, subject, blocks }: MailParts) => ({
  subject: inOneLine(subject),
  text: `${blocks.map(toText).join('\n\n')}\n`,
  html: `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(inOneLine(subject))}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff">
<div dir="auto" style="max-width:560px;margin:0 auto">
${blocks.map(toHtml).join('\n')}
</div></body></html>
`,
});

function toText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'quote':
      return linesOf(block.text)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'link':
      return `${block.text}\n${block.url}`;
  }
}

function toHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p>${withBreaks(block.text)}</p>`;
    case 'quote':
      return `<blockquote dir="auto" style="margin:16px 0;padding:0 16px;border-left:3px solid #c9c9c9">${withBreaks(block.text)}</blockquote>`;
    case 'facts':
      return `<ul>${block.rows.map(({ label, value }) => `<li>${escapeHtml(label)}: <strong>${escapeHtml(value)}</strong></li>`).join('')}</ul>`;
    case 'button':
      return `<p><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1f4fd8;color:#fff;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case 'link':
      return `<p style="font-size:14px;color:#595959">${withBreaks(block.text)} <a href="${escapeHtml(block.url)}" style="color:#1f4fd8">${escapeHtml(block.label)}</a></p>`;
  }
}

const linesOf = (text: string) => text.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
const withBreaks = (text: string) => linesOf(text).map(escapeHtml).join('<br>');
