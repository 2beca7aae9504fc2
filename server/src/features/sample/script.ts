export interface Turn {
  speaker: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
}

/** People speak about 15 characters a second, and pause for a moment between turns. */
const charactersPerSecond = 15;
const pauseSeconds = 0.4;

/** The turns of a script, one per line as `Speaker: words`, each as long as it takes to say. */
export function readScript(script: string): Turn[] {
  let at = 0;
  return script
    .trim()
    .split('\n')
    .map((line) => {
      const [, speaker, text] = /^([^:]+): (.+)$/.exec(line) ?? [];
      if (!speaker || !text) throw new Error(`A line of a script must be "Speaker: words", not "${line}".`);
      const start = at;
      const end = start + 0.5 + text.length / charactersPerSecond;
      at = end + pauseSeconds;
      return { speaker, start_seconds: toTenths(start), end_seconds: toTenths(end), text };
    });
}

const toTenths = (seconds: number) => Math.round(seconds * 10) / 10;

/** The one item whose text contains the quote; an error if there is none or more than one. */
export function findByQuote<T extends { text: string }>(items: T[], quote: string): T {
  const found = items.filter(({ text }) => text.includes(quote));
  if (found.length !== 1) throw new Error(`"${quote}" occurs in ${found.length} segments instead of one.`);
  return found[0] as T;
}
