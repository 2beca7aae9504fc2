/** Input types that do not take text. */
const textless = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
const arrows = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);
const pressed =
  'button, a[href], summary, input, [role="button"], [role="checkbox"], [role="switch"], [role="tab"]';
const moved =
  'input[type="range"], input[type="radio"], [role="slider"], [role="radio"], [role="tab"], [role="separator"]';
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

export function isTextField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !textless.has(element.type);
  return element.closest('textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}

/**
 * Whether the control with the focus needs the key, so that it is no shortcut. A button with `data-leaves-space` is pressed
 * with Enter only.
 */
export function usesKeyItself(
  event: KeyboardEvent,
  { whileTyping = false, inDialogs = false }: { whileTyping?: boolean; inDialogs?: boolean },
): boolean {
  const { target, key } = event;
  if (!(target instanceof Element)) return false;
  if (!whileTyping && isTextField(target)) return true;
  if (!inDialogs && target.closest(layers)) return true;
  const modified = event.metaKey || event.ctrlKey || event.altKey;
  if (modified) return false;
  if (key === ' ' && target.matches('[data-leaves-space]')) return false;
  if ((key === ' ' || key === 'Enter') && target.matches(pressed)) return true;
  return arrows.has(key) && target.matches(moved);
}
