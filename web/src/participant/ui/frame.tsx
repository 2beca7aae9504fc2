/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts/context.tsx';
import { type Language, languages } from '../texts/language.ts';

interface FrameProps {
  researcher?: string | undefined;
  /** The right side of the header, such as the state of saving. */
  aside?: ComponentChildren;
  progress?: { answered: number; total: number } | undefined;
  /** Links of the footer. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** The header with the progress, one column of content, and the footer: the same on every page. */
export function Frame({ researcher, aside, progress, actions, children }: FrameProps) {
  const { t, language, choose } = useTexts();
  return (
    <div class="frame">
      <header class="header">
        <p class="researcher" dir="auto">
          {researcher}
        </p>
        {aside}
        {progress && <ProgressBar {...progress} />}
      </header>
      <main class="main">{children}</main>
      <footer class="footer">
        <div class="footer-actions">{actions}</div>
        <select
          class="language"
          aria-label={t.language}
          value={language}
          onChange={(event) => choose(event.currentTarget.value as Language)}
        >
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </footer>
    </div>
  );
}

function ProgressBar({ answered, total }: { answered: number; total: number }) {
  const { t } = useTexts();
  return <progress class="progress" aria-label={t.progressLabel} value={answered} max={Math.max(total, 1)} />;
}

/** The title of a page. A new page focuses it, so that a screen reader starts there and the keyboard continues below. */
export function Title({ children, page, small }: { children: string; page: string; small?: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the page changes, not when its text does.
  useEffect(() => {
    document.title = children;
    window.scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, [page]);
  return (
    <h1 ref={ref} class={small ? 'title title-small' : 'title'} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
}
