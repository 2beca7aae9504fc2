import { createRedactor } from '../../../../platform/ai/redaction/index.ts';
import { hasCue } from '../plan/cues.ts';

/** Words that start at the beginning of a word; the rest of the word is arbitrary. */
const beginnings = (...lists: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${lists.join(' ').split(' ').join('|').replaceAll('_', '\\s+')})`, 'iu');

/** Insults and swear words: a moderator does not repeat them. Japanese has no spaces, so its words match anywhere. */
const abuse = [
  beginnings(
    'fuck motherfuck shit bullshit crap bitch bastard asshole arsehole dickhead cunt wank idiot moron stupid_(you|bot) retard damn',
    'mierda puta puto joder gilipollas cabrón cabron pendejo imbécil imbecil coño hostia',
    'scheiß scheiss arsch fick wichser hurensohn verpiss idiot schwachsinn dreck',
    'merde putain connard connasse salope salaud enculé encule con_de bordel crétin',
    'caralho porra foda foder merda filho_da_puta cabrão cuzão imbecil otário',
  ),
  /くそ|クソ|死ね|馬鹿|バカ|ばか|アホ|きもい|ふざけるな/u,
];

/** Texts that tell the moderator, or a model behind it, what to do. */
const instruction = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|rule|prompt|question|previous|above|everything|interview)/isu,
  /\b(?:you are now|act as|pretend to|role ?play|jailbreak|system prompt|your (?:prompt|instructions|rules)|repeat after me|chatgpt|language model|as an ai)\b/iu,
  /\b(?:reveal|print|output|show me|tell me|say|write|respond with|reply with)\b.{0,30}\b(?:prompt|instructions|system|secret|password|api key|exactly|word for word|the following)\b/isu,
  /(?<!\p{L})(?:ignor|olvid|descart)\p{L}{0,20}.{0,40}(?:instruccion|regla|pregunta|anterior|todo lo)/isu,
  /(?<!\p{L})(?:ignorier|vergiss|vergessen sie|missacht)\p{L}{0,20}.{0,40}(?:anweisung|regel|vorgabe|frage|bisher|alles)/isu,
  /(?<!\p{L})(?:ignor|oubli)\p{L}{0,20}.{0,40}(?:instruction|consigne|règle|question|précédent|tout ce)/isu,
  /(?<!\p{L})(?:ignor|esque[cç])\p{L}{0,20}.{0,40}(?:instruç|regra|pergunta|anterior|tudo)/isu,
  /(?:指示|命令|ルール|プロンプト|質問).{0,12}(?:無視|忘れ|従わ|見せ|教え)/su,
  /(?<!\p{L})(?:actúa como|ahora eres|agis comme|tu es maintenant|du bist jetzt|verhalte dich wie|aja como|agora você é|あなたは今から)/iu,
];

/** Matches sentences in which people tell their name. */
const introduction =
  /\b(?:my name is|i am called|i'm called|call me)\b|(?<!\p{L})(?:me llamo|mi nombre es|ich heiße|ich heisse|mein name ist|je m['’]appelle|mon nom est|chamo-me|me chamo|meu nome é|o meu nome)(?!\p{L})|(?:名前は|と申します|といいます)/iu;

/** Addresses of pages, markup, placeholders, and quotation marks, which would end the quotation. */
const markup =
  /https?:|www\.|@|[<>{}[\]|\\`$"“”«»„「」『』]|[\w-]\.(?:com|org|net|io|app|dev|eu|de|es|fr|pt|br|jp|uk)(?![\p{L}\p{N}])/iu;

/** More digits than a price, a year or a number of items has. */
const longNumber = /\d(?:[\s.,/-]?\d){5,}/u;

/** Whether an answer tries to instruct the moderator. Then nothing of it is quoted. */
export const instructs = (answer: string): boolean => instruction.some((pattern) => pattern.test(answer));

/** Whether a sentence contains an address, a number or a name that identifies a person. Then no part of it is quoted. */
export const isPersonal = (sentence: string): boolean =>
  markup.test(sentence) ||
  longNumber.test(sentence) ||
  introduction.test(sentence) ||
  createRedactor([]).redact(sentence) !== sentence;

/** Whether a part of an answer is an insult. */
export const isAbusive = (part: string): boolean =>
  abuse.some((pattern) => pattern.test(part)) || hasCue('upset', part);
