import { type RefCallback, useCallback } from 'react';

/** Writes the height of an element into a CSS variable of the page, for other parts of the page that leave room for it. */
export function useHeightVariable(name: `--${string}`): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
}
