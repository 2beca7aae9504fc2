import type { Language } from '../plan/cues.ts';

/** What a part of an answer expresses; the next question depends on it. */
export const tones = ['plain', 'struggle', 'pleased', 'wish'] as const;
export type Tone = (typeof tones)[number];

/** Matches any word or phrase of a list that is separated by commas. An entry with `*` matches every word that begins with it. */
const words = (list: string) => {
  const alternatives = list.split(', ').map((entry) => entry.replaceAll(' ', '\\s+').replace('*', '\\p{L}*'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
};

interface Cues {
  wish: RegExp;
  struggle: RegExp;
  pleased: RegExp;
  /** A negation turns praise into a difficulty. */
  negation: RegExp;
}

const cues: Record<Language, Cues> = {
  en: {
    wish: words(
      "wish, wished, would like, i'd like, i'd love, would love, would be nice, would be great, would be better, would be good, should be, should have, i want, i need, we need, if only, could be",
    ),
    struggle: words(
      "slow*, fail*, crash*, freez*, error*, problem*, trouble*, issue*, confus*, difficult*, hard, annoy*, frustrat*, expensive, too, never, can't, cannot, couldn't, could not, doesn't, does not, didn't, did not, won't, wrong, missing, lost, lose, broke*, stuck, hate*, bad, worse, worst, complicat*, unclear, gave up, give up, waste*, forever, tedious, manual*, scar*, afraid, worr*",
    ),
    pleased: words(
      'love*, like, liked, likes, enjoy*, easy, easier, easily, quick*, fast*, great, good, help*, perfect*, nice*, best, better, convenient, clear, reliabl*, simple*, useful, happy, glad, smooth*, save me, saves me, saved me',
    ),
    negation: words("not, no, never, nothing, isn't, wasn't, don't, hardly, without"),
  },
  es: {
    wish: words(
      'ojalá, me gustaría, quisiera, quiero, necesito, necesitamos, debería*, sería mejor, sería bueno, estaría bien, hace falta, podría*',
    ),
    struggle: words(
      'lent*, fall*, error*, problema*, difícil*, complic*, confus*, molest*, frustr*, caro, cara, caros, caras, demasiado, nunca, no puedo, no pude, no funciona*, no encuentro, no encontré, mal, peor, perd*, pierd*, tard*, imposible, odio, abandon*, cuesta',
    ),
    pleased: words(
      'me gusta*, me encanta*, fácil*, rápid*, bueno, buena, buen, mejor*, útil*, cómod*, claro, clara, sencill*, perfect*, genial, content*, feliz, ayuda*, ayudó, agradable, excelente',
    ),
    negation: words('no, nunca, nada, ni, sin, tampoco'),
  },
  de: {
    wish: words(
      'wünsch*, hätte gerne?, möchte, ich will, ich brauche, wir brauchen, sollte*, könnte*, wäre schön, wäre gut, wäre besser, es fehlt, mir fehlt',
    ),
    struggle: words(
      'langsam*, fehler*, absturz*, abgestürzt, stürzt*, problem*, schwierig*, schwer*, kompliziert*, verwirr*, nerv*, frustr*, teuer, zu teuer, viel zu, zu lange?, zu hoch, zu viel*, nie, kann ich nicht, kann nicht, konnte ich nicht, konnte nicht, funktioniert* nicht, finde nicht, falsch*, verloren, verlier*, schlecht*, schlimm*, umständlich*, unklar*, mühsam*, hasse, abgebrochen, unmöglich, dauert*',
    ),
    pleased: words(
      'mag, gefällt, gefallen, liebe, einfach*, leicht*, schnell*, gut, gute, guter, gutes, besser*, praktisch*, hilft, helfen, hilfreich*, nützlich*, klar, perfekt*, super, toll*, schön*, zufrieden, angenehm*, übersichtlich*, zuverlässig*',
    ),
    negation: words('nicht, kein*, nie, niemals, nichts, ohne, kaum'),
  },
  fr: {
    wish: words(
      "j'aimerais, je voudrais, je souhait*, il faudrait, j'ai besoin, on a besoin, devrait, pourrait, ce serait, il manque, si seulement",
    ),
    struggle: words(
      "lent*, erreur*, problème*, difficile*, compliqu*, confus*, énerv*, agaç*, frustr*, cher, chère, chers, trop, jamais, je ne peux, je ne trouve, je n'arrive, n'ai pas pu, ne marche*, ne fonctionne*, bug*, plant*, perd*, mal, mauvais*, pire, impossible, pénible*, déteste*, abandonn*, longtemps",
    ),
    pleased: words(
      "j'aime, j'adore, facile*, rapide*, bon, bonne, bien, mieux, meilleur*, utile*, pratique*, clair*, simple*, parfait*, génial*, super, content*, heureu*, aide, aident, agréable*, excellent*, fiable*",
    ),
    negation: words('ne, pas, jamais, rien, sans, aucun*'),
  },
  pt: {
    wish: words(
      'gostaria*, queria*, quero, preciso, precisamos, deveria*, devia*, seria bom, seria melhor, poderia*, podia*, falta*, tomara, oxalá',
    ),
    struggle: words(
      'lent*, demorad*, demora*, erro*, problema*, difícil, difíceis, complicad*, confus*, irrit*, chato, chata, frustr*, caro, cara, caros, caras, demais, nunca, não consig*, não consegui*, não funciona*, não encontr*, falh*, trav*, perd*, mal, pior*, ruim, impossível, odeio, desisti*',
    ),
    pleased: words(
      'gosto, gostei, adoro, amo, fácil, fáceis, rápid*, bom, boa, melhor*, útil, úteis, prátic*, claro, clara, simples, perfeit*, ótim*, excelente*, feliz, contente, ajuda*, ajudou, agradável, confiável',
    ),
    negation: words('não, nunca, nada, nem, sem, nenhum*'),
  },
  ja: {
    wish: /(?:てほしい|て欲しい|たらいい|といい|ればいい|したいです|が必要|があれば|希望)/u,
    struggle:
      /(?:遅い|遅く|遅すぎ|難し|わかりにく|分かりにく|使いにく|できない|できません|できなかった|見つから|面倒|困|不便|高すぎ|高い|高く|失敗|エラー|問題|不安|嫌|つらい|辛い|時間がかか|やめました|諦め|落ちる)/u,
    pleased:
      /(?:好き|便利|簡単|使いやす|わかりやす|分かりやす|良い|よい|良かった|よかった|早い|速い|嬉し|うれし|助か|満足|楽しい|安心|気に入)/u,
    negation: /(?:ない|ません|なかった)/u,
  },
};

/** A word list, not a model: the moderator responds within a second on any machine, and the same text always alike. */
export function toneOf(text: string, language: Language): Tone {
  const plain = text.normalize('NFKC').replaceAll('’', "'");
  const { wish, struggle, pleased, negation } = cues[language];
  if (wish.test(plain)) return 'wish';
  if (struggle.test(plain)) return 'struggle';
  if (!pleased.test(plain)) return 'plain';
  return negation.test(plain) ? 'struggle' : 'pleased';
}
