import { escapeHtml } from '../foundation/html.ts';

/**
 * The frame of pages that need no account: shared clips, reels and reports, and links that do not work. The colours are those
 * of web/src/ui/colors.css. The page contains its styles, so that an exported report looks the same without a server.
 */
export interface PublicPage {
  title: string;
  /** BCP 47; English if omitted. */
  language?: string | null;
  /** HTML, already escaped. */
  body: string;
  /** HTML at the end of the header, such as the name of the workspace. */
  header?: string;
  /** HTML below the content. */
  footer?: string;
  /** Rules of this kind of page. */
  styles?: string;
  /** False for exported files: they load nothing. */
  online?: boolean;
}

export function publicPage({
  title,
  language,
  body,
  header,
  footer,
  styles,
  online = true,
}: PublicPage): string {
  const shown = escapeHtml(title);
  return `<!doctype html>
<html lang="${escapeHtml(language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${shown}</title>
${online ? onlineHead(shown) : ''}<style>
${baseStyles}${styles ?? ''}</style>
</head>
<body>
<header class="top"><span class="brand">Parley</span>${header ?? ''}</header>
<main>
${body}
</main>
${footer ? `<footer>${footer}</footer>\n` : ''}</body>
</html>
`;
}

/** Programs that preview a link get the title, which anyone who has the link can see, and nothing of the content. */
const onlineHead = (title: string) => `<meta property="og:title" content="${title}">
<meta property="og:site_name" content="Parley">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/s/fonts.css">
`;

/** Allows media, pictures, fonts and styles of this server, and no script at all. */
export const publicPageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; media-src 'self'; img-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-cache',
  'X-Robots-Tag': 'noindex',
};

const baseStyles = `:root { color-scheme: light dark; --paper: #faf8f4; --surface: #fff; --sunken: #f2efe8; --ink: #211f1b; --soft: #625d54; --line: #e4dfd5; --accent: #2b5a4c; --serif: "Newsreader Variable", ui-serif, Georgia, serif; --sans: "Inter Variable", ui-sans-serif, system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --paper: #171614; --surface: #24221f; --sunken: #2b2925; --ink: #ece8df; --soft: #a8a195; --line: #3a372f; --accent: #8cc3af } }
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; font: 1rem/1.6 var(--sans); color: var(--ink); background: var(--paper); overflow-wrap: anywhere; -webkit-font-smoothing: antialiased }
.top { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line) }
.brand { font: 1.375rem/1.75rem var(--serif) }
.by { font-size: .8125rem; line-height: 1.125rem; color: var(--soft); text-align: end; unicode-bidi: plaintext }
main { margin: 0 auto; max-width: 44rem; padding: 2rem 1.25rem 3rem }
footer { margin: 0 auto; max-width: 44rem; padding: 0 1.25rem 2.5rem; font-size: .8125rem; line-height: 1.125rem; color: var(--soft) }
h1, h2, h3, h4, p, li, blockquote, td, th { unicode-bidi: plaintext; text-align: start }
h1 { margin: 0 0 .5rem; font: 500 2rem/2.375rem var(--serif); text-wrap: balance }
h2 { margin: 2.25rem 0 .5rem; font: 500 1.5rem/1.875rem var(--serif) }
h3, h4 { margin: 1.75rem 0 .5rem; font: 600 1rem/1.5rem var(--sans) }
a { color: var(--accent); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
blockquote { margin: 1.25rem 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--accent); font: 1.125rem/1.625rem var(--serif) }
@media (max-width: 40rem) { h1 { font-size: 1.5rem; line-height: 1.875rem } h2 { font-size: 1.25rem; line-height: 1.625rem } main { padding-top: 1.25rem } }
`;
