/** The look of the application for the reference at /docs. The colours are those of web/src/ui/colors.css. */
export const docsTheme = `
.scalar-app, .scalar-api-reference {
  --scalar-font: "Inter Variable", ui-sans-serif, system-ui, sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
  --scalar-radius: 6px;
  --scalar-radius-lg: 8px;
  --scalar-radius-xl: 12px;
}
.light-mode {
  color-scheme: light;
  --scalar-background-1: #faf8f4;
  --scalar-background-2: #f2efe8;
  --scalar-background-3: #e9e4da;
  --scalar-background-accent: #e6efe9;
  --scalar-color-1: #211f1b;
  --scalar-color-2: #4d4942;
  --scalar-color-3: #625d54;
  --scalar-color-ghost: #625d54;
  --scalar-color-disabled: #625d54;
  --scalar-color-accent: #2b5a4c;
  --scalar-border-color: #e4dfd5;
  --scalar-button-1: #2b5a4c;
  --scalar-button-1-color: #ffffff;
  --scalar-button-1-hover: #1f453a;
  --scalar-link-color: #2b5a4c;
  --scalar-color-green: #1f6b4f;
  --scalar-color-red: #a3342a;
  --scalar-color-yellow: #7a5400;
  --scalar-color-blue: #1f5a94;
  --scalar-color-orange: #8a4a12;
  --scalar-color-purple: #674a9e;
}
.dark-mode {
  color-scheme: dark;
  --scalar-background-1: #171614;
  --scalar-background-2: #24221f;
  --scalar-background-3: #2b2925;
  --scalar-background-accent: #22332c;
  --scalar-color-1: #ece8df;
  --scalar-color-2: #c6c0b4;
  --scalar-color-3: #a8a195;
  --scalar-color-ghost: #a8a195;
  --scalar-color-disabled: #a8a195;
  --scalar-color-accent: #8cc3af;
  --scalar-border-color: #3a372f;
  --scalar-button-1: #8cc3af;
  --scalar-button-1-color: #11211b;
  --scalar-button-1-hover: #a7d6c4;
  --scalar-link-color: #8cc3af;
  --scalar-color-green: #7fcfae;
  --scalar-color-red: #ef9a8d;
  --scalar-color-yellow: #e3bd6a;
  --scalar-color-blue: #93bdec;
  --scalar-color-orange: #edb083;
  --scalar-color-purple: #c4aef0;
}
.light-mode .t-doc__sidebar, .dark-mode .t-doc__sidebar {
  --scalar-sidebar-background-1: var(--scalar-background-1);
  --scalar-sidebar-border-color: var(--scalar-border-color);
  --scalar-sidebar-color-1: var(--scalar-color-1);
  --scalar-sidebar-color-2: var(--scalar-color-3);
  --scalar-sidebar-color-active: var(--scalar-color-1);
  --scalar-sidebar-item-hover-background: var(--scalar-background-2);
  --scalar-sidebar-item-active-background: var(--scalar-background-2);
  --scalar-sidebar-search-background: var(--scalar-background-2);
  --scalar-sidebar-search-color: var(--scalar-color-3);
  --scalar-sidebar-search-border-color: var(--scalar-border-color);
}
.scalar-app h1, .scalar-app h2 {
  font-family: "Newsreader Variable", ui-serif, Georgia, serif;
  font-weight: 500;
}
.scalar-app .hljs-string, .scalar-app .hljs-attr, .scalar-app .hljs-number, .scalar-app .hljs-literal { opacity: 1; }
.scalar-app :focus-visible { outline: 2px solid var(--scalar-color-accent); outline-offset: 2px; }
/* The buttons that expand a section of the navigation are 20 px wide, too small to hit (WCAG 2.5.8). */
.scalar-app button[aria-expanded].absolute { min-width: 24px; min-height: 24px; }
/* A list that scrolls by itself cannot be reached by keyboard. */
.scalar-app ul.endpoints, .scalar-app .scalar-card-content:has(ul.endpoints) { max-height: none; overflow: visible; }
.scalar-app ul.endpoints .endpoint-path { min-width: 0; white-space: normal; overflow-wrap: anywhere; }
/*
 * Prevents horizontal scrolling on phones. Lists of examples and defaults open centred on their word and up to 300 pixels
 * wide; here they use the width of the row. The hidden button after a heading would overflow its line.
 */
@media (max-width: 1000px) {
  .scalar-app .property .property-example,
  .scalar-app .property .property-default { position: static; }
  .scalar-app .property .property-example-value-list,
  .scalar-app .property .property-default-value-list {
    top: auto; left: 0; right: 0; transform: none; margin-top: 18px; min-width: 0; max-width: 100%;
  }
  .scalar-app [class~="group/heading"] { display: inline-block; max-width: 100%; padding-right: 30px; }
}`;

/** Names for buttons of the reference that have none or whose name lacks their text, and keyboard access to what scrolls. */
export const docsNames = `
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy the code');
  for (const scrolled of document.querySelectorAll('.scalar-card-content.custom-scroll:not([tabindex])'))
    scrolled.tabIndex = 0;
  for (const button of document.querySelectorAll('button.show-more[aria-label]')) {
    const text = button.textContent.trim();
    const name = button.getAttribute('aria-label');
    if (text && !name.startsWith(text)) button.setAttribute('aria-label', text + ': ' + name);
  }
}).observe(document, { childList: true, subtree: true });`;
