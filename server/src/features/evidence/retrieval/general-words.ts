import { createReader } from '../../../platform/ai/text-analysis/index.ts';

/**
 * English words that a question about any topic may contain: they judge, compare or name the people. A passage can answer
 * “Which feature do teams enjoy?” without the words “feature” and “enjoy”, but not a question about invoices without invoices.
 */
const words = `accept acceptable accepted achieve act action adapt add adopt advantage advantages affect affected afraid agree
  allow allowed alternative alternatives amount angry annoy annoyed annoying annoys appear apply appreciate
  appreciated approach approve area areas argue aspect aspects assess attitude attitudes aware bad barrier
  barriers begin behave behaviour behavior belief believe benefit benefits best better big bother bothered
  bothers bring call called care case cases cause caused causes challenge challenges change changed changes
  choice choices choose chose chosen claim clear client clients colleague colleagues come compare compared
  complain complained complaint complaints complicated concern concerned concerns condition conditions confuse
  confused confusing connect consequence consequences consider considered consumer consumers content continue
  convince convinced cope correct create criticise criticism criticize customer customers deal dealt decide
  decided decision decisions delight depend describe description detail details differ difference differences
  different differently difficult difficulties difficulty disadvantage disadvantages disagree disappoint
  disappointed disappointing disappointment discover dislike disliked dislikes distinguish drawback drawbacks
  easy easier effect effects effort employee employees encounter encountered encourage end enjoy enjoyed enjoys
  ensure evaluate event events exist exists expect expectation expectations expected explanation express face
  faced fact factor factors fail fair familiar favourite favorite fear feature features feedback feeling
  feelings fit fix follow form found frequent frequently friendly frustrate frustrated frustrating frustration
  full function functions future gain general good great group groups grow habit habits handle handled handles
  happy hard hate hated help helped helpful helps hold hope huge idea ideas impact important impression
  impressions improve improved improvement improvements include increase influence influenced inform information
  initially inside intend intention interest interested interesting involve issue issues item items judge judged
  keep kept kind kinds know knowledge large lead learn learned leave level liked likes limit limitation
  limitations list long love loved loves low maintain manage managed manner matter matters member members method
  methods miss missed missing mistake mistakes mood motivate motivated motivation move name names necessary need
  needs negative nice normal notice noticed number numbers obstacle obstacles occur occurred occurs offer
  offered older opinion opportunity order organise organize original outcome outside pain part particular parts
  pay perceive perceived perception perform performance personal place plan plans pleasant please pleased point
  points poor popular position positive possibility possible practice praise praised prefer preference
  preferences preferred prevent previous problem problems process processes produce product products
  professional proper provide provided purpose quality quick quickly quite range rank rate rated reach react
  reacted reaction reactions real reason reasons receive received recommend recommendation recommended reduce
  regard regret relate relationship rely remain remember remove report reported request require required resolve
  resolved respond response responses result results return risk risks role roles rule run satisfaction
  satisfied satisfy save scale section seem select sense separate service services set share show shown side
  sides similar simple situation situations slow small solution solutions solve solved source special staff
  stage start started state stay step steps stop stopped strange strategy strength strengths strong struggle
  struggled struggles style succeed success successful suffer suggest suggested suggestion suggestions suit
  support supported supports surprise surprised surprises surprising switch system systems task tasks team teams
  thought thoughts topic topics track treat treated trigger trouble troubles true trust trusted try turn type
  types typical unclear understand unexpected unhappy unpleasant upset usage useful useless usual usually value
  valued various vary version wait wanted weak weakness weaknesses week weird wish wishes women men work worked
  working works worker workers worry worried worst worth wrong young younger adult adults child children family
  families friend friends`;

let stems: ReadonlySet<string> | undefined;

/** Whether the stem of an English word says nothing about the topic of a question. */
export function isGeneralStem(stem: string): boolean {
  stems ??= new Set(
    createReader('en')
      .words(words)
      .flatMap((word) => word?.term ?? []),
  );
  return stems.has(stem);
}
