const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** For texts and names. Also prevents `-->` in a cue. */
export const escapeVtt = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function unescapeVtt(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return valid ? String.fromCodePoint(code) : whole;
  });
}

/** Splits a cue by its `<v Anna>words</v>` tags, which can have classes and contain other tags. */
export function splitVoices(text: string, defaultSpeaker: string): { speaker: string; text: string }[] {
  const voices: { speaker: string; text: string }[] = [{ speaker: defaultSpeaker, text: '' }];
  // Tags and the text between them. A tag never contains another tag.
  for (const piece of text.split(/(<[^<>]*>)/)) {
    const voice = /^<v(?:\.[^\s<>]*)?[ \t\n]([^<>]*)>$/.exec(piece);
    if (voice) voices.push({ speaker: tidy(unescapeVtt(voice[1] ?? '')) || defaultSpeaker, text: '' });
    else if (piece === '</v>') voices.push({ speaker: defaultSpeaker, text: '' });
    else if (!/^<[^<>]*>$/.test(piece)) (voices.at(-1) as { text: string }).text += piece;
  }
  return voices
    .map(({ speaker, text }) => ({ speaker, text: tidyLines(unescapeVtt(text)) }))
    .filter((voice) => voice.text !== '');
}

/** Removes only the tags that SRT files use: other text in angle brackets may be spoken words. */
export function stripSrtTags(text: string): string {
  return text.replace(/<\/?(?:i|b|u|s|font)(?:[ \t][^<>]*)?>/gi, '').replace(/\{\\[a-z0-9]{1,8}\}/gi, '');
}

export const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Retains line breaks but removes empty lines, which would end the cue in both formats. */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
