/** Phrases of research interviews whose mood a word list for social media does not know. */

/** Matches the given beginnings of words. A space matches any white space. */
const beginning = (...phrases: string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}'])(?:${phrases.join(', ').split(', ').join('|').replaceAll(' ', '\\s+')})`,
    'giu',
  );

const struggle = beginning(
  'stuck, all over again, from scratch, by hand, manually, manual, workaround, slow, crash, freez, frozen, hangs',
  'broke, bug, fail, error, lost, lose, missing, confus, complicat, unclear, hid, wrong, twice, expensive',
  'overpriced, useless, unreadable, annoy, frustrat, hassle, tedious, painful, pain, struggl, stress, worr, scar',
  'afraid, nervous, uneasy, disappoint, hard to, difficult, impossible, late, misleading, trick, spam, mess, chaos',
  'nightmare, trouble, problem, mistake, terrible, horrible, ugly, boring, rude, impatient, angry, embarrass, stupid, upset',
  'complain, refuse, ignore, inconsistent, contradict, overwrit, reject, lock, dread, hate, tired of, waste, crawl, lag, weird',
);
const praise = beginning(
  'easy, easier, easily, simple, simpler, straightforward, intuitive, clear, quick, fast, smooth, solid, clean, neat',
  'just work, works well, worked well, save me, saves me, saved me, helps, helped, helpful, useful, handy, convenient',
  'reliabl, love, like, enjoy, pleas, happy, happier, glad, relief, relieved, reassur, confiden, trust, impress, amaz, stunned',
  'brilliant, fantastic, excellent, great, perfect, lovely, charming, recommend, worth, best, favourite',
  'better, improve, proud, fun, joy, fan, friendly, kind, patient, accura, properly, fair, cool, clever, thoughtful, smile, nice',
  'convinced, satisf, thrilled, wonderful, welcome, value, appreciate, calm, safe, secure, thankful, motivat, blessing, gift',
);
const negation = /(?:\b(?:not|never|no|nothing|nobody|none|neither|nor|without|hardly|barely)\b|n't\b)/giu;

/** Phrases that are clear as a whole, whatever their words mean elsewhere. */
const badPhrases = beginning(
  "close to tears, cried, screamed, could have cried, could have screamed, shouted at, felt like a fool, like an idiot, like a fool, looked like, fooled, ashamed, feel awful, felt awful, horrible feeling, heart sank, don't get me started, don't even, of course it, who decided, hit and miss, hung up, in the queue, on hold, let me down, lets me down",
  "not the same, expired, a second fee, took a fee, the fee, small print, every night, nobody picks, nobody warned, nothing ever, i've stopped, stopped reporting, can't turn it off, can't plan, no use, what gets me, wear you down, a struggle, on your own, out of order, gave it up, back to the start, start again, went home, by the time, wrong one, fell over, lost my, not saved, wasn't saved",
  'gave up, give up, nothing happen, no idea, no way to, no error message, no explanation, no record of, nobody told, nobody answer',
  'again and again, every single, each time, too many, too much, too long, too small, too big, too old, takes forever, took forever, took ages, taking forever',
  "can't find, cannot find, couldn't find, could not find, can't figure, couldn't figure, can't read, can't get, can't compare, can't see, can't rely, couldn't use",
  "don't understand, didn't understand, doesn't understand, don't get, don't see, don't trust, don't like, doesn't work, didn't work, never work",
  'never found, never find, never came, never got, never remember, stopped working, stopped logging, went wrong, was gone, were gone, are gone, is gone',
  'white screen, threw me out, log me out, logs you out, locked me out, log in again, asks me to, over again, in circles',
  'for nothing, room for improvement, would be nice if, could be a, i wish, if only, too bad, unfortunately, sadly, a pity, step backwards',
  'better before, used to be good, miss the old, took away, taken away, as a last resort, promised a, still waiting, on hold, have to, had to, ended up',
  'rather do, would switch, cancel my, cancelling, drives me crazy, on my nerves, who thought, supposed to, why does, why do i, why is, is it really that',
  "not for me, isn't clear, wasn't clear, not clear, not helpful, wasn't helpful, not happy, not worth, expected more",
  'instead i, hours late, weeks late, took six weeks, had to wait, such a hassle, no choice, the worst, biggest problem, bothers me, wrong thing',
);
const goodPhrases = beginning(
  "in one go, to my surprise, for once, can't fault, can't beat, well made, well thought, thought through, thought of everything, real person, within an hour, within minutes, within a week, before the kettle, hasn't let me, hasn't failed, hasn't gone wrong, haven't missed, never missed, never forgets",
  "sleep better, slept well, changed everything, keeps me going, wouldn't want to go back, wouldn't give it back, i'd pay, would pay double, deserves a, whoever made, say thank you, no fuss, no nonsense, no questions asked, that fast, so quick, at the first try, first time i, spoiled, taken seriously, looked after, made my day, saved my, says it all, simple as that",
  "can't complain, couldn't complain, couldn't be, wouldn't want to miss, wouldn't go back, nothing i would change, nothing bad",
  'nothing confusing, no trouble, no problem, no more, no strings, no surprises, not bad, never crash, never lets, never had to, never felt',
  'without a problem, without a single, without any, without hesitation, without help, would be lost, lost without, in a minute, in seconds',
  'right away, straight away, immediately, at once, at a glance, first try, on its own, by itself, by himself, by herself, like a charm, night and day, spot on',
  'in half, far fewer, one click, look forward, out of ten, peace of mind, takes care of, at last, finally, oh wow, thanks to, luckily, thank goodness',
  'exactly what, exactly how, what i needed, what i was looking for, what i wanted, does what it, just like they promised, surprised how, much easier, much better',
  "don't have to, doesn't get in, always know, always an undo, undo everything, a relief, go back to it, buy it again, the next day, a day early",
  "can't do anything wrong, can't really do anything wrong, it just works, remembers, told all my, so well, so good, hats off, well done",
);
/** “I nearly gave up”, “we almost walked away”: something went so badly that it nearly failed. */
const nearFailure =
  /\b(?:nearly|almost|about to|close to|on the verge of)\s+(?:(?:have|had|just)\s+)?(?:gave|giv(?:e|ing)|quit(?:ting)?|left|leav(?:e|ing)|walk(?:ed|ing)?|cancel\p{L}*|abandon\p{L}*|clos(?:ed?|ing)|return(?:ed|ing)?|switch(?:ed|ing)?|stopp(?:ed|ing)|miss(?:ed|ing)?|los(?:t|e|ing)|delet(?:ed?|ing)|threw|throw(?:ing)?)\b/giu;
/** A surprise alone has no mood. Costs and delays that surprise are unwelcome, unless they are low. */
const surprise = /\bsurpris(?:e[ds]?|ing)\b/iu;
const burden =
  /\b(?:costs?|prices?|fees?|charges?|surcharges?|bills?|invoices?|tax(?:es)?|postage|delays?|wait(?:ing)?|queues?|limits?|deadlines?|deductions?|interest|penalt(?:y|ies)|fines?)\b/iu;
const relief =
  /\b(?:low(?:er)?|little|cheap\p{L}*|small(?:er)?|fair|short(?:er)?|fast(?:er)?|quick\p{L}*|nothing|free|nice|pleasant\p{L}*|good|positive\p{L}*|not?)\b|n't\b/iu;
/** Words that turn the mood: what follows is the point of the remark. */
const contrast = /\b(?:but|however|yet|except|although|though|instead|unless)\b/giu;
/** The opening of a thanks, and of sarcasm. */
const ironicOpening =
  /^(?:oh,? |yeah,? |sure,? |well,? )?(?:great|good|wonderful|lovely|fantastic|brilliant|perfect|thanks|very clever|sure|yeah|because)\b/iu;
const again = /\b(?:again|another|anymore|fourth|third time|twice|every time)\b/giu;
/** How an interviewer speaks, and small talk. */
const moderation = beginning(
  "let's, please, imagine, could you, can you tell, would you, what did you, what would you, how often, how did you, when was, thank you for, thanks for, nice to meet, good morning, hello, before we start, shall we, i'll share, i'll start, i'll open, have a nice, think aloud, right or wrong",
);
/** How people describe what they do, without a judgement. */
const description =
  /^(?:so |then |and |first |now |well,? |okay,? )*(?:i'm (?:on|typing|scrolling|looking|choosing|going)|i (?:see|open|opened|click|clicked|tap|tapped|select|enter|type|choose|chose|use|work|think|guess|assume|would|pay|live|have|expect|expected)|i'd expect|it (?:says|shows|opens|asks|depends)|there(?:'s| is| are)|we (?:use|have|are)|the \p{L}+ (?:is|are|has|shows|goes|comes|starts)|that's the|this is)\b/iu;
/** A negation applies to a word that follows within these characters. */
const negationReach = 22;
const sentencesMax = 60;

/** In how many sentences a cost or a delay surprises. */
const countUnwelcomeSurprises = (text: string) =>
  text
    .split(/[.;!?]/u)
    .slice(0, sentencesMax)
    .filter((part) => surprise.test(part) && burden.test(part) && !relief.test(part)).length;

const count = (text: string, pattern: RegExp) => Math.min(3, text.match(pattern)?.length ?? 0);

/** How often the pattern matches, first without and then with a negation before it. */
function countByNegation(text: string, pattern: RegExp): [number, number] {
  const counts: [number, number] = [0, 0];
  for (const { index } of text.matchAll(pattern)) {
    const before = text.slice(Math.max(0, index - negationReach), index).replace(/^.*[.,;!?]/su, '');
    counts[before.search(negation) === -1 ? 0 : 1]++;
  }
  return [Math.min(3, counts[0]), Math.min(3, counts[1])];
}

/** How often each kind of phrase appears, at most three times. */
export function cueFeatures(text: string): number[] {
  return [
    ...countByNegation(text, struggle),
    ...countByNegation(text, praise),
    count(text, badPhrases),
    count(text, goodPhrases),
    count(text, nearFailure),
    Math.min(3, countUnwelcomeSurprises(text)),
    count(text, negation),
    count(text, contrast),
    ironicOpening.test(text) ? 1 : 0,
    count(text, again),
    count(text, moderation),
    description.test(text) ? 1 : 0,
    text.trimEnd().endsWith('?') ? 1 : 0,
    text.includes('!') ? 1 : 0,
    Math.log1p(text.match(/\S+/g)?.length ?? 0),
  ];
}
