/** The languages that whisper knows, by its own codes. */
const known = new Set(
  `af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it
  ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so
  sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh`.split(/\s+/),
);
/** Other codes of the same languages. */
const aliases: Record<string, string> = {
  nb: 'no',
  jv: 'jw',
  fil: 'tl',
  cmn: 'zh',
  iw: 'he',
  in: 'id',
  ji: 'yi',
};

/** Converts a BCP 47 tag to whisper's code, which has no regions. Returns undefined for an unknown language. */
export function whisperLanguage(tag: string): string | undefined {
  const language = tag.split('-')[0]?.toLowerCase() ?? '';
  const code = aliases[language] ?? language;
  return known.has(code) ? code : undefined;
}
