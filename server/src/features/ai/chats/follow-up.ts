import { namedIn, topicsOf } from '../../evidence/retrieval/index.ts';
import { isCourtesy } from './extractive/overview.ts';

/** A question with what it takes over from the thread. */
export interface ResolvedQuestion {
  /** Understandable without the thread. */
  text: string;
  isFollowUp: boolean;
  /** `others`: asks for people who were not quoted yet. `reasons`: asks why. */
  asksFor: 'others' | 'reasons' | undefined;
}

interface Cues {
  /** Refers to something that an earlier message names. */
  pronoun: RegExp;
  others: RegExp;
  reasons: RegExp;
}

const byLanguage: Record<string, Cues> = {
  en: {
    pronoun: /\b(it|that|this|they|them|their|those|these|he|she|him|her|his|same|there)\b/i,
    others: /\b(others?|(any|some|every|who)\s?(one|body)?\s+else|the rest|remaining)\b/i,
    reasons: /^(and |but |so )?(why|how come|for what reason|what makes|what is the reason)\b/i,
  },
  de: {
    pronoun:
      /(?<!\p{L})(es|das|dies|diese[rsmn]?|sie|ihnen|ihr|er|ihm|ihn|davon|darüber|damit|dort)(?!\p{L})/iu,
    others: /(?<!\p{L})(andere[nr]?|anderen|sonst noch|übrigen?|wer noch)(?!\p{L})/iu,
    reasons: /^(und |aber |also )?(warum|wieso|weshalb)(?!\p{L})/iu,
  },
  fr: {
    pronoun: /(?<!\p{L})(ça|cela|ce|ils|elles|il|elle|eux|leur|lui|celui|ceux|y|en)(?!\p{L})/iu,
    others: /(?<!\p{L})(autres?|d'autres|quelqu'un d'autre|reste)(?!\p{L})/iu,
    reasons: /^(et |mais |donc )?pourquoi(?!\p{L})/iu,
  },
  es: {
    pronoun: /(?<!\p{L})(eso|esto|ellos|ellas|él|ella|les|lo|la|los|las|ahí)(?!\p{L})/iu,
    others: /(?<!\p{L})(otros?|otras?|los demás|alguien más|resto)(?!\p{L})/iu,
    reasons: /^(y |pero )?¿?por qué(?!\p{L})/iu,
  },
};

/** How many earlier questions a chain of follow-up questions may reach back. */
const depthMax = 5;

/** Combines a follow-up question with the questions before it. `earlier` has the oldest first. */
export function resolveQuestion(
  message: string,
  earlier: readonly string[],
  language: string | null,
  participants: string[] = [],
): ResolvedQuestion {
  const cues = byLanguage[language?.split('-')[0]?.toLowerCase() ?? ''];
  const bare = message.trim().replace(/^[¿¡\s]+/, '');
  const before = earlier.at(-1);
  const asksFor = cues?.reasons.test(bare) ? 'reasons' : cues?.others.test(bare) ? 'others' : undefined;
  if (before === undefined)
    return { text: message, isFollowUp: false, asksFor: asksFor === 'others' ? undefined : asksFor };
  if (isCourtesy(message)) return { text: message, isFollowUp: false, asksFor: undefined };
  const named = namedIn(message, participants);
  const topics = topicsOf(message, language, named).length;
  const isFollowUp =
    topics === 0 ||
    (asksFor === 'others' && topics <= 1) ||
    (topics <= 1 && (cues?.pronoun.test(bare) ?? false)) ||
    (topics <= 2 && (cues?.reasons.test(bare) ?? false) && (cues?.pronoun.test(bare) ?? false));
  if (!isFollowUp) return { text: message, isFollowUp, asksFor: asksFor === 'others' ? undefined : asksFor };
  const rest = earlier.slice(0, -1).slice(-depthMax);
  const resolved = resolveQuestion(before, rest, language, participants).text;
  // “And Ben?” asks for his words instead of those of someone named before.
  const about = named.length > 0 ? withoutNames(resolved, namedIn(resolved, participants)) : resolved;
  return { text: `${about.trim()} ${message.trim()}`, isFollowUp, asksFor };
}

function withoutNames(text: string, named: string[]): string {
  const names = new Set(named.flatMap((name) => name.split(/[\s()]+/)));
  return text.replace(/[\p{L}\p{N}-]+/gu, (word) => (names.has(word) ? 'they' : word));
}
