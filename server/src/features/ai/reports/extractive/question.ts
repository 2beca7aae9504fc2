import { createReader } from '../../../../platform/ai/text-analysis/index.ts';
import type { Cue } from './cues.ts';

/** The prompt of a report, as what passages are compared with. */
export interface Question {
  /** Its sentences that name a topic. None if it asks for everything: “Summarize the main findings.” */
  parts: { text: string; terms: string[] }[];
  /** What kinds of remarks it asks for: “What do people struggle with, and what do they like?” */
  asksFor: Cue[];
}

/** A prompt of 10,000 characters has many sentences, and each is compared with all passages. */
const partsMax = 12;

/** Words about research, people and reports, which name no topic. Prefixes, in all supported languages. */
const genericWords =
  /^(summar|zusammenfass|résum|resum|riassu|samenvat|report|bericht|rapport|inform|relat|verslag|finding|ergebnis|result|theme|them[ae]|tema|insight|erkenntnis|overview|überblick|learn|participant|teilnehm|deelnemer|people|person|leute|mensch|gens|gente|user|nutzer|utilisat|usuari|utent|gebruiker|customer|kund|client|interview|entrev|intervist|research|forsch|study|studie|main|key|wichtig|important|haupt|principal|belangrijk|opinion|meinung|feedback|experience|feel|write|schreib|list|describe|explain|answer|question|frage|pregunt|domand|vraag|say|talk|tell|everyone|everybody|each|different|topic|discuss|mention|product|common|most|biggest|summary)/iu;

const kinds: { kind: Cue; words: RegExp }[] = [
  {
    kind: 'struggle',
    words:
      /(?<!\p{L})(problem|issue|struggl|frustrat|pain|difficult|annoy|complain|obstacle|barrier|stops?(?!\p{L})|prevent|dislike|hate|go(es)? wrong|went wrong|negative|confus|schwierig|ärger|nerv|stör|hinder|beschwer|difficult|gêne|énerv|obstacle|dificult|molest|frustr|fastid|difficolt|incomod|moeilijk|irrit)\p{L}*/giu,
  },
  {
    kind: 'praise',
    words:
      /(?<!\p{L})(likes?(?!\p{L})|loves?(?!\p{L})|liked|loved|enjoy|positive|praise|works? well|worked well|gefäll|gefallen|mögen|gut gefunden|aim(e|ent|é)(?!\p{L})|apprécie|gusta|encanta|piace|gostam|gosta(?!\p{L})|vinden .{0,100} goed|bevalt)\p{L}*/giu,
  },
  {
    kind: 'wish',
    words:
      /(?<!\p{L})(wish|improve|suggest|missing|would like|wünsch|verbesser|fehlt|souhait|amélior|manque|desean|mejor|falta|desider|miglior|manca|desej|melhor|wensen|verbeter|ontbreekt)\p{L}*/giu,
  },
];

export function readQuestion(prompt: string, language: string | null): Question {
  const reader = createReader(language);
  const topicOf = (text: string) =>
    reader.words(text).flatMap((word) => (word && !genericWords.test(word.surface) ? [word.term] : []));
  const parts = reader
    .sentences(prompt)
    .map(({ text }) => {
      const bare = kinds.reduce((rest, { words }) => rest.replace(words, ' '), text);
      return { text, terms: topicOf(bare) };
    })
    .filter(({ terms }) => terms.length > 0)
    .slice(0, partsMax);
  const asksFor = kinds.filter(({ words }) => prompt.search(words) >= 0).map(({ kind }) => kind);
  return { parts, asksFor };
}
