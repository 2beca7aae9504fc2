import { escapeHtml } from '../../foundation/html.ts';

/** A part of a mail. Every text is plain: the layout escapes it for HTML. */
export type MailBlock =
  | { kind: 'text'; text: string }
  /** Words of a researcher, which may have several paragraphs. */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** Steps in an order. */
  | { kind: 'steps'; items: string[] }
  /** The main link. Plain text shows its address in a line of its own. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; text: string; label: string; url: string };

export interface MailParts {
  /** BCP 47, for screen readers and for the direction of the text. */
  language: string;
  subject: string;
  /** Who writes, above the text; Parley if omitted. */
  sender?: string;
  blocks: MailBlock[];
}

/** One line without control characters, so that a name or a title cannot continue on a new line of the mail. */
export const inOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/**
 * The colours of the application in light mode. Each text has its own colour and background, so that a mail program that
 * inverts colours in dark mode inverts both. Style sheets are not used: many programs remove them.
 */
const colors = {
  paper: '#faf8f4',
  surface: '#ffffff',
  ink: '#211f1b',
  soft: '#625d54',
  line: '#e4dfd5',
  accent: '#2b5a4c',
};
const serif = "font-family:Newsreader,Georgia,'Times New Roman',serif";

/** The same mail as text and as HTML. It loads nothing: no images, no fonts, and no tracking of who reads it. */
export const renderMail = ({ language, subject, sender = 'Parley', blocks }: MailParts) => ({
  subject: inOneLine(subject),
  text: `${blocks.map(toText).join('\n\n')}\n`,
  html: `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(inOneLine(subject))}</title></head>
<body style="margin:0;padding:24px 12px;background:${colors.paper};color:${colors.ink};font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div dir="auto" style="max-width:560px;margin:0 auto">
<p style="margin:0 4px 12px;font-size:20px;line-height:28px;color:${colors.ink};${serif}">${escapeHtml(inOneLine(sender))}</p>
<div style="padding:12px 24px;border:1px solid ${colors.line};border-radius:12px;background:${colors.surface};color:${colors.ink};overflow-wrap:anywhere">
${blocks.map(toHtml).join('\n')}
</div>
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
    case 'steps':
      return block.items.map((item, at) => `${at + 1}. ${item}`).join('\n');
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
      return `<blockquote dir="auto" style="margin:16px 0;padding:0 16px;border-inline-start:3px solid ${colors.accent};font-size:18px;line-height:26px;${serif}">${withBreaks(block.text)}</blockquote>`;
    case 'facts':
      return `<table role="presentation" style="margin:16px 0;border-collapse:collapse;font-size:14px;line-height:20px">${block.rows.map(factHtml).join('')}</table>`;
    case 'steps':
      return `<ol style="padding-inline-start:20px;font-size:14px;line-height:20px">${block.items.map((item) => `<li style="margin:0 0 8px">${withBreaks(item)}</li>`).join('')}</ol>`;
    case 'button':
      return `<p style="margin:20px 0"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${colors.accent};color:${colors.surface};font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case 'link':
      return `<p style="font-size:14px;line-height:20px;color:${colors.soft}">${withBreaks(block.text)} <a href="${escapeHtml(block.url)}" style="color:${colors.accent}">${escapeHtml(block.label)}</a></p>`;
  }
}

const factHtml = ({ label, value }: { label: string; value: string }) =>
  `<tr><td style="padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap;color:${colors.soft}">${escapeHtml(label)}</td><td dir="auto" style="padding:4px 0;vertical-align:top"><strong>${escapeHtml(value)}</strong></td></tr>`;

const linesOf = (text: string) => text.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
const withBreaks = (text: string) => linesOf(text).map(escapeHtml).join('<br>');
