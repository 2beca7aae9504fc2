import { type KeyboardEvent, useRef } from 'react';

/** ↑ and ↓ move the focus between the elements with `data-arrow-stop`; Enter on a link opens it anyway. */
export function useArrowKeys() {
  const container = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(container.current?.querySelectorAll<HTMLElement>('[data-arrow-stop]') ?? [])];
    const index = stops.indexOf(document.activeElement as HTMLElement);
    if (index < 0) return;
    const next = stops[index + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  return { container, onKeyDown };
}
