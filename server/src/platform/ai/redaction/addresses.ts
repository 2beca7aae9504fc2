import { matchesOf, type Span } from './span.ts';

const word = "\\p{L}[\\p{L}\\p{M}.'’-]{0,30}";
const capitalized = "\\p{Lu}[\\p{L}\\p{M}.'’-]{0,30}";
const number = '\\d{1,5}(?:\\s?[a-zA-Z](?!\\p{L}))?(?:\\s?[-–/]\\s?\\d{1,4})?';
const start = '(?<![\\p{L}\\p{N}.,:])';
const end = '(?![\\p{L}\\p{N}])';

/** Parts that may follow the street: the flat, the place, the post code. */
const flat = '(?:,?\\s(?:apt|apartment|suite|ste|unit|flat|floor|fl|#)\\.?\\s?[\\p{L}\\d-]{1,6})?';
const place = `(?:,\\s${capitalized}(?:\\s${capitalized}){0,2})?(?:,?\\s[A-Z]{2}\\s\\d{5}(?:-\\d{4})?)?`;
const codeAndPlace = `(?:,?\\s(?:[A-Z]{1,2}-)?\\d{4,5}\\s${capitalized}(?:[\\s-]${capitalized}){0,2})?`;

const patterns = [
  // 12 Main Street, Apt 4, Springfield, IL 62701. In speech the words may be in lower case.
  [
    `${start}${number},?\\s(?:${word}\\s){1,4}(?:street|avenue|boulevard|road|str\\.|highway|parkway)${end}${flat}${place}`,
    'giu',
  ],
  // These words also are verbs and adjectives ("3 people drive"), so they must be capitalized.
  [
    `${start}${number},?\\s(?:${capitalized}\\s){1,4}(?:St|Ave|Av|Blvd|Rd|Ln|Dr|Ct|Sq|Pl|Hwy|Pkwy|Lane|Drive|Court|Square|Place|Terrace|Way|Close|Crescent|Row|Gardens|Grove|Hill|Mews|Quay|Walk|Circle|Trail)${end}\\.?${flat}${place}`,
    'gu',
  ],
  // Hauptstraße 5, 10115 Berlin; Lange Gasse 3; Keizersgracht 12
  [
    `${start}(?:\\p{Lu}\\p{Ll}{0,30}[\\s-]){0,2}\\p{L}{0,30}(?:stra(?:ß|ss)e|str\\.|straat|gasse|allee|platz|weg|ufer|damm|chaussee|gracht|laan|plein|ring)\\s${number}${end}${codeAndPlace}`,
    'giu',
  ],
  // 12 rue de la Paix, 75002 Paris
  [
    `${start}${number}(?:\\s?(?:bis|ter))?,?\\s(?:rue|avenue|boulevard|bd|place|chemin|allée|impasse|quai|cours)\\s(?:(?:de|du|des|la|le|les|l['’]|d['’])\\s?){0,3}${word}(?:[\\s-]${capitalized}){0,3}${codeAndPlace}`,
    'giu',
  ],
  // Calle de Alcalá 45; Via Roma, 12
  [
    `${start}(?:calle|avenida|plaza|paseo|carrer|rua|via|viale|piazza|corso)\\s(?:(?:de|del|la|las|los|da|do|dei)\\s){0,2}${word}(?:\\s${word}){0,3},?\\s(?:n[º°.]\\s?)?${number}${end}${codeAndPlace}`,
    'giu',
  ],
  // SW1A 1AA
  [`${start}[A-Z]{1,2}\\d[A-Z\\d]?\\s\\d[A-Z]{2}${end}`, 'gu'],
  [`${start}P\\.?\\s?O\\.?\\sBox\\s\\d{1,6}${end}`, 'giu'],
].map(([source, flags]) => new RegExp(source as string, flags));

export function* findAddresses(text: string): Generator<Span> {
  for (const pattern of patterns) yield* matchesOf(text, pattern, 'address');
}
