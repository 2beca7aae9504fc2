import { format } from '../texts/en/format.ts';
import { inLanguage } from '../texts/in-language.ts';

const texts = inLanguage('format', format);

const isMac = () => /Mac|iPhone|iPad|iPod/.test(navigator.platform);

const symbols: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Backspace: '⌫',
};
const macSymbols: Record<string, string> = { $mod: '⌘', Meta: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };

function keyName(key: string, mac: boolean): string {
  const symbol = (mac ? macSymbols[key] : undefined) ?? symbols[key];
  if (symbol) return symbol;
  const names: Record<string, string> = texts.keys;
  return names[key === '$mod' ? 'Control' : key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** How the keys of a shortcut are written on this machine: `$mod+k` is "⌘K" on a Mac, "Ctrl K" elsewhere; `g f` is "G F". */
export const keyNames = (keys: string, mac = isMac()): string =>
  keys
    .split(' ')
    .map((press) =>
      press
        .split(/(?<=.)\+/)
        .map((key) => keyName(key, mac))
        .join(mac ? '' : ' '),
    )
    .join(' ');
