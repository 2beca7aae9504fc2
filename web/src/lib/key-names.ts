const isMac = () => /Mac|iPhone|iPad|iPod/.test(navigator.platform);

const names: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
  Space: 'Space',
  Tab: 'Tab',
};
const macNames: Record<string, string> = { $mod: '⌘', Meta: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };
const otherNames: Record<string, string> = { $mod: 'Ctrl', Meta: 'Win', Control: 'Ctrl' };

/** How the keys of a shortcut are written on this machine: `$mod+k` is "⌘K" on a Mac, "Ctrl K" elsewhere; `g f` is "G F". */
export function keyNames(keys: string, mac = isMac()): string {
  const modifiers = mac ? macNames : otherNames;
  return keys
    .split(' ')
    .map((press) =>
      press
        .split(/(?<=.)\+/)
        .map((key) => modifiers[key] ?? names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
        .join(mac ? '' : ' '),
    )
    .join(' ');
}
