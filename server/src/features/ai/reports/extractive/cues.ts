/** The kind of a remark, recognized by keywords. */
export type Cue = 'struggle' | 'praise' | 'wish';

interface Negation {
  /** Words that count anywhere in the clause. */
  anywhere: RegExp;
  /**
   * Negations at most one word before the struggle. One that is further away often belongs to something else, as in “I
   * never saw what the problem was”.
   */
  directly: RegExp;
}

interface Cues {
  struggle: RegExp;
  praise: RegExp;
  wish: RegExp;
  /** Before praise it turns the remark into a struggle, and before a struggle it makes it none. */
  negation: Negation;
}

/** Matches the given prefixes of words. A space matches any whitespace. */
const beginning = (words: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}'’])(?:${words.split(', ').join('|').replaceAll(' ', '\\s+').replaceAll("'", "['’]")})`,
    'iu',
  );

/** Whole words, because “no” is also how “now” begins. */
function negatedBy(words: string): Negation {
  const whole = `${beginning(words).source}(?![\\p{L}\\p{N}])`;
  return {
    anywhere: new RegExp(whole, 'iu'),
    directly: new RegExp(`${whole}\\s+(?:\\p{L}+\\s+)?$`, 'iu'),
  };
}

const byLanguage: Record<string, Cues> = {
  en: {
    struggle: beginning(
      "confus, frustrat, annoy, difficult, hard to, problem, issue, error, fail, broke, got lost, get lost, stuck, couldn't, could not, can't find, cannot find, did not work, didn't work, doesn't work, slow, unclear, hate, worst, struggl, hidden, gave up, give up, expensive, complicated, mistake, wrong, disappoint",
    ),
    praise: beginning(
      'love, loved, great, easy, easily, clear, helpful, helps me, nice, fast, quick, useful, simple, intuitive, enjoy, perfect, happy, convenient, smooth, works well, worked well, excellent',
    ),
    wish: beginning(
      "wish, i'd like, i would like, would be nice, would help, would be better, should be, should have, i want, i'd want, i hope, i'd prefer, i would prefer, ideally, if only, missing, i need",
    ),
    negation: negatedBy(
      "not, never, no, nothing, nobody, none, without, isn't, wasn't, didn't, don't, doesn't, aren't, weren't, hardly",
    ),
  },
  de: {
    struggle: beginning(
      'verwirr, frustr, nerv, schwierig, schwer, problem, fehler, kaputt, langsam, unklar, hass, schlimm, kompliziert, versteckt, aufgegeben, teuer, falsch, enttäusch, nicht gefunden, ging nicht, klappt nicht, funktioniert nicht',
    ),
    praise: beginning(
      'toll, super, leicht, klar, hilfreich, schön, schnell, nützlich, praktisch, intuitiv, perfekt, liebe, angenehm, gut funktioniert, klasse',
    ),
    wish: beginning(
      'wünsch, hätte gern, würde gern, wäre schön, wäre gut, wäre besser, sollte, ich möchte, ich brauche, ich hoffe, lieber, fehlt',
    ),
    negation: negatedBy(
      'nicht, nichts, nie, niemand, kein, keine, keinen, keinem, keiner, kaum, weder, ohne',
    ),
  },
  fr: {
    struggle: beginning(
      'confus, frustr, énerv, agaç, difficile, compliqu, problème, erreur, lent, pas clair, déteste, pire, caché, abandonn, cher, trompé, déçu, bloqué, perdu, ne marche pas',
    ),
    praise: beginning(
      'super, génial, facile, clair, utile, joli, rapide, pratique, simple, intuiti, parfait, adore, agréable, excellent, bien marché',
    ),
    wish: beginning(
      "j'aimerais, je voudrais, ce serait, il faudrait, devrait, je préfère, je préférerais, j'ai besoin, il manque, j'espère, souhait",
    ),
    negation: negatedBy('pas, jamais, aucun, aucune, rien, sans, peu'),
  },
  es: {
    struggle: beginning(
      'confus, frustr, molest, difícil, complicad, problema, error, lent, odio, peor, escondid, abandon, caro, equivoc, decepcion, perdid, no funciona, no encontr',
    ),
    praise: beginning(
      'genial, fácil, claro que sí, útil, bonit, rápid, práctic, sencill, intuitiv, perfect, encanta, agradable, excelente, funcionó bien',
    ),
    wish: beginning(
      'me gustaría, quisiera, sería, debería, prefiero, preferiría, necesito, falta, espero, ojalá, desear',
    ),
    negation: negatedBy('no, nunca, tampoco, poco, nada, sin, ningún, ninguna'),
  },
  it: {
    struggle: beginning(
      'confus, frustr, fastidi, difficil, complicat, problema, errore, lent, odio, peggio, nascost, abbandon, caro, sbagli, delus, pers, non funziona, non trov',
    ),
    praise: beginning(
      'ottim, facil, chiar, utile, bell, veloc, pratic, semplic, intuitiv, perfett, adoro, piacevole, eccellent, funziona bene',
    ),
    wish: beginning('vorrei, mi piacerebbe, sarebbe, dovrebbe, preferi, ho bisogno, manca, spero, desider'),
    negation: negatedBy('non, mai, nessun, nessuno, nessuna, niente, poco, senza'),
  },
  pt: {
    struggle: beginning(
      'confus, frustr, irrit, difícil, complicad, problema, erro, lent, odeio, pior, escondid, desist, caro, engan, decepcion, perdid, não funciona, não encontr',
    ),
    praise: beginning(
      'ótim, fácil, clar, útil, bonit, rápid, prátic, simples, intuitiv, perfeit, adoro, agradável, excelente, funcionou bem',
    ),
    wish: beginning(
      'gostaria, queria, seria, deveria, prefiro, preferia, preciso, falta, espero, tomara, desej',
    ),
    negation: negatedBy('não, nunca, nem, nada, pouco, sem, nenhum, nenhuma'),
  },
  nl: {
    struggle: beginning(
      'verwar, frustr, irritant, moeilijk, lastig, ingewikkeld, probleem, fout, traag, langzaam, onduidelijk, haat, slecht, verborgen, opgegeven, duur, teleurgesteld, kwijt, werkt niet, niet vinden',
    ),
    praise: beginning(
      'geweldig, makkelijk, duidelijk, handig, mooi, snel, nuttig, simpel, eenvoudig, intuïtief, perfect, prettig, fijn, uitstekend, werkt goed',
    ),
    wish: beginning(
      'ik zou, ik wil, zou fijn, zou handig, zou moeten, liever, ik heb nodig, ontbreekt, ik hoop, wens, graag',
    ),
    negation: negatedBy('niet, niets, nooit, geen, nauwelijks, zonder'),
  },
};

export function cueOf(text: string, language: string | null): Cue | undefined {
  const cues = byLanguage[language?.split('-')[0]?.toLowerCase() ?? ''];
  if (!cues) return undefined;
  if (cues.wish.test(text)) return 'wish';
  const struggles = cues.struggle.test(text) ? [...text.matchAll(new RegExp(cues.struggle, 'giu'))] : [];
  if (struggles.some(({ index }) => !cues.negation.directly.test(clauseBefore(text, index))))
    return 'struggle';
  const praise = cues.praise.exec(text);
  if (!praise) return undefined;
  return cues.negation.anywhere.test(clauseBefore(text, praise.index)) ? 'struggle' : 'praise';
}

/** A negation applies to a word that follows within these characters, in the same clause. */
const negationReach = 25;

const clauseBefore = (text: string, index: number) =>
  text.slice(Math.max(0, index - negationReach), index).replace(/^.*[.,;:!?–]/su, '');
