import type { Token } from '../../../../platform/ai/topic-phrases/index.ts';

/** Frequent given names, for names that the text does not show to be of a person. Without words such as “bill”. */
const givenNames = new Set(
  `aaron abdul abigail adam adrian agnes ahmed aisha alan albert alex alexander alexandra alexis ali alice alicia alina
  alison amanda amelia amina amy ana anastasia andrea andreas andrew andy angela anita ann anna anne annie anthony
  antonio arthur ashley astrid barbara beatrice ben benjamin bernard beth betty bob brandon brenda brian bruce
  camila carl carla carlos carmen carol caroline catherine cecilia charles charlie charlotte chen chloe chris christian
  christina christine christopher claire clara claudia colin craig cynthia daniel daniela danielle dave david
  deborah denise dennis derek diana diane diego dmitri donald donna dorothy doug douglas duncan dylan eddie edward
  elena eli elias elizabeth ella ellen emily emma eric erika erin ethan eva evan evelyn farah fatima felix fiona
  florian frances francesca francis fred gabriel gareth gary george gemma gerald gina giulia gloria gordon
  graham greg gregory hana hannah hans harriet harry hassan heidi helen helena henry hiroshi howard hugh ian
  ibrahim ingrid irene isaac isabel isabella ivan jacob jake james jamie jane janet jasmine jason javier jean
  jeff jennifer jenny jeremy jerry jessica jill jim joan joanna joe joel johanna john johnny jon jonas jonathan jordan
  jorge jose joseph josh joshua joyce juan judith judy julia julian julie jun justin karen karim karl kate katharina
  katherine kathleen kathy katie keith kelly ken kenneth kenji kevin khalid kim kyle lars laura lauren laurie lea leah
  leo leon leonie leslie lily linda lisa liz lorenzo louis louise luca lucas lucia lucy luis luke maja malik marc marco
  margaret maria marie marina mario marion markus marta martha martin martina mary mateo matt matteo matthew
  megan mei melanie melissa michael michelle miguel mike mina miriam mohamed mohammed molly monica monika nadia nancy
  naomi natalia natalie natasha nathan neil nia nicholas nick nicola nicole nigel nina noah nora oliver olivia omar
  oscar owen pablo pamela patricia patrick paul paula pauline pavel pedro peter petra phil philip phoebe pierre
  priya rachel rafael rahul raj ralph ravi raymond rebecca renata richard rick rita robert roberta robin roger
  roland ron ronald rosa rosie ross roy ruth ryan sabine sally sam samantha samir samuel sandra sara sarah scott
  sean sebastian sergio shannon sharon sheila shirley silvia simon sofia sonia sophia sophie stefan stella stephanie
  stephen steve steven stuart susan suzanne sven sylvia tamara tanya tara ted teresa theo theresa thomas tim timothy
  tina toby todd tom tomas tony tracy tyler ursula valentina valerie vanessa vera veronica victor victoria vincent
  viola virginia walter wang warren wayne wei wendy william xavier yasmin yuki yusuf yvonne zachary zara zoe`.split(
    /\s+/,
  ),
);

export const isGivenName = (word: string) => givenNames.has(word.toLowerCase());

const speechVerbs = new Set([
  'say',
  'ask',
  'tell',
  'think',
  'call',
  'phone',
  'ring',
  'text',
  'write',
  'laugh',
]);
const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'miss',
  'madam',
  'prof',
  'professor',
  'uncle',
  'aunt',
  'auntie',
  'sister',
]);

/** Returns whether a word is the name of a person, for texts with these speakers. */
export function createPersonNames(speakers: string[], texts: Token[][]): (word: string) => boolean {
  const names = nameWordsOf(speakers);
  for (const tokens of texts)
    tokens.forEach(({ surface, pos }, at) => {
      if (pos !== 'PROPN' || !/^\p{Lu}\p{Ll}+$/u.test(surface)) return;
      const before = tokens[at - 1]?.lemma.replace('.', '') ?? '';
      const after = tokens[at + 1];
      if (titles.has(before) || (after && speechVerbs.has(after.lemma))) names.add(surface.toLowerCase());
    });
  return (word) => names.has(word.toLowerCase()) || isGivenName(word);
}

/** The words of the labels of speakers, without those that describe a role. */
export const nameWordsOf = (speakers: string[]): Set<string> =>
  new Set(
    speakers
      .flatMap((speaker) => speaker.toLowerCase().match(/\p{L}{2,}/gu) ?? [])
      .filter((word) => !roles.has(word)),
  );

const roles = new Set(
  'agent customer document guest host interviewer manager moderator participant person researcher speaker support team user voice'.split(
    ' ',
  ),
);
