import { readersPatterns, repeatPatterns } from './question-cues.ts';

/** The languages of the moderator's own texts. */
export const languages = ['en', 'es', 'de', 'fr', 'pt', 'ja'] as const;
export type Language = (typeof languages)[number];

/**
 * Patterns of answers that are not about the topic. They are matched against the whole message in lower case without
 * punctuation, in all languages, because participants do not always write in the language of the test.
 */
const patterns = {
  unknown: [
    // English
    /^(well |sorry |hmm+ |uh+ |honestly )?(i )?(really |honestly )?(do not|don't|dont|wouldn't|couldn't|can't|cannot) (really |honestly )?(know|remember|recall|think of (anything|one)|say|tell)( honestly| really| sorry| to be honest)?$/,
    /^(i have |i've )?no (idea|clue)( really| sorry)?$/,
    /^(i am |i'm )?not sure( really| sorry)?$/,
    /^(idk|dunno|no opinion|nothing comes to mind|hard to say|no comment)$/,
    // Spanish
    /^(pues |la verdad )?no (lo )?(sé|se|recuerdo|me acuerdo)( la verdad)?$/,
    /^(no tengo )?ni idea$|^no tengo idea$|^no estoy segur[oa]$|^no sabría decir(te|lo)?$/,
    // German
    /^(ich )?(weiß|weiss) (ich )?(es )?(leider |wirklich )?nicht( genau| so genau)?$/,
    /^(ich habe |hab )?keine ahnung$|^(ich bin )?(mir )?nicht sicher$|^keine meinung$|^kann ich nicht sagen$/,
    // French
    /^(je )?(ne )?sais pas( trop| vraiment)?$|^(je n'ai )?aucune idée$|^(je ne suis )?pas sûre?$|^chais pas$/,
    // Portuguese
    /^(eu )?não (sei|me lembro|lembro)( dizer)?$|^(não tenho|não faço) (a menor )?ideia$|^sem ideia$|^não tenho certeza$/,
    // Japanese
    /^(よく|ちょっと|全然)?(分|わ)か(りません|らない|らないです|んない)(です)?$|^(特に|とくに)(ない|ありません|ないです)$|^さあ$|^知りません$/,
  ],
  refused: [
    /^(i )?(i'd |would )?(rather|prefer) not( to)?( say| answer| talk about (it|that|this))?$/,
    /^(i )?(do not|don't|dont|won't|will not) (want|wish|like|care) to (say|answer|talk about (it|that|this)|share)( that| this| it)?$/,
    /^(that's |that is |it's |this is )?(too )?(private|personal|none of your business)$|^(no comment|skip|pass|next question( please)?|skip (this|it|that))$/,
    /^(prefiero|preferiría) no (decirlo|responder|contestar|hablar de (eso|ello))$|^no quiero (decirlo|responder|contestar|hablar de (eso|ello))$|^es (privado|personal)$|^(paso|siguiente( pregunta)?)$/,
    /^(das )?(möchte|will) ich (lieber )?nicht (sagen|beantworten|erzählen)$|^(das ist )?(zu )?(privat|persönlich)$|^(kein kommentar|weiter|überspringen|nächste frage)$|^(ich )?(möchte|will) (das |darüber )?(lieber )?nicht (sagen|beantworten|sprechen|reden)$/,
    /^je (préfère|préférerais) ne pas (répondre|le dire|en parler)$|^je ne (veux|souhaite) pas (répondre|le dire|en parler)$|^c'est (privé|personnel)$|^(suivante?|question suivante|je passe)$/,
    /^(eu )?prefiro não (dizer|responder|falar( sobre isso)?)$|^(eu )?não quero (dizer|responder|falar( sobre isso)?)$|^é (privado|pessoal|particular)$|^(próxima( pergunta)?|passo)$/,
    /^(答え|言い|話し)たくありません$|^(答え|言い|話し)たくない(です)?$|^(秘密|ノーコメント|スキップ|パス|次)(です)?$/,
  ],
  stop: [
    /^(yes |please |ok |okay |can we |could we |let's |lets |i want to |i would like to |i'd like to |i need to )*(stop|end|quit|finish|leave|go)( it| this| here| now| please| the (interview|conversation|survey|chat))*$/,
    /^i (do not|don't|dont) (want|wish) to (continue|go on|carry on)( with (this|the interview))?( anymore| any more)?$|^no more( questions)?( please)?$|^(i'm|i am) done( here| now| with this)?$|^that's enough$/,
    /^(por favor )?(quiero |podemos |quisiera )?(parar|terminar|dejarlo|detener(lo)?|para|basta)( aquí| ya| ahora| la entrevista| por favor)*$|^no quiero (seguir|continuar)( más)?$/,
    /^(bitte )?(ich (möchte|will) )?(aufhören|abbrechen|beenden|stopp?|schluss)( bitte| jetzt)*$|^(ich (möchte|will) )?(das interview|das gespräch|hier) (beenden|abbrechen|aufhören)$|^ich (möchte|will) nicht (mehr )?weiter(machen)?( mehr)?$/,
    /^(s'il (vous|te) plaît )?(je (veux|voudrais|souhaite) )?(m')?(arrêter|arrêtez|terminer|stop)( ici| maintenant| l'entretien| s'il (vous|te) plaît)*$|^je ne (veux|souhaite) (pas|plus) continuer$/,
    /^(por favor )?(eu )?(quero |queria |podemos )?(parar|terminar|encerrar|pare|chega)( aqui| agora| a entrevista| por favor)*$|^(eu )?não quero (mais )?continuar( mais)?$/,
    /^(もう)?(やめ|終わり|終了|中止)(たい|ます|にします|にしたい|してください|てください|にしてください)?(です)?$/,
  ],
  /** A reply to the offer to stop. Each part of it agrees, so “yes stop” does not. */
  goes_on: [
    /^((yes|yeah|yep|yup|sure|ok|okay|alright|all right|of course|fine|please|thanks|thank you|go on|go ahead|carry on|continue|keep going|(let's|let us|we can|you can|i want to|i'd like to|i would like to) (go on|continue|carry on|keep going)|i do|with (the )?other questions|next question|it's fine|that's fine|no problem)( |$))+$/,
    /^((sí|si|claro|vale|de acuerdo|bueno|por favor|gracias|adelante|sigamos|continuemos|continúe|siga|seguir|continuar|podemos (seguir|continuar)|quiero (seguir|continuar)|está bien)( |$))+$/,
    /^((ja|jawohl|klar|gerne?|okay|ok|in ordnung|natürlich|bitte|danke|weiter|weitermachen|(wir können|ich möchte|ich will|lassen sie uns) (gerne )?(weitermachen|fortfahren)|machen wir weiter|machen sie weiter|geht schon)( |$))+$/,
    /^((oui|ouais|d'accord|bien sûr|ok|okay|volontiers|merci|continuez|continuons|continuer|(on peut|je veux|je voudrais|je souhaite|nous pouvons) continuer|allez-y|allons-y|s'il (vous|te) plaît|ça va)( |$))+$/,
    /^((sim|claro|pode ser|ok|okay|está bem|tudo bem|com certeza|por favor|obrigad[oa]|continue|continuar|vamos|vamos continuar|podemos continuar|pode continuar|quero continuar|(eu )?quero)( |$))+$/,
    /^((はい|ええ|うん|大丈夫です|お願いします|続けます|続けて(ください)?|続けましょう|続けたいです|いいです)( |$)?)+$/,
  ],
  asks_again: repeatPatterns,
  asks_readers: readersPatterns,
} satisfies Record<string, RegExp[]>;

/** Insults, and sentences that say that the participant is distressed or angry with the interview. */
const upset = [
  /\b(fuck (you|off|this)|screw you|shut up|go to hell|leave me alone|you('re| are) (so )?(stupid|useless|an idiot|dumb)|this is (bullshit|harassment)|stop asking( me)?)\b/,
  /\b(i('m| am) (so |very |really |getting )*(upset|crying|in tears|distressed|shaking|furious|angry)( (now|right now|with you|at you|about this interview|by (this|your) questions?))?$)/,
  /\b((this|it|that|the question)('s| is| makes me| really)? (too painful|upsetting( me)?|upsets me|too much for me|cry|want to cry))\b/,
  /\b(déjame en paz|vete a la mierda|cállate|estoy llorando|me (duele|pone mal) hablar)\b/,
  /\b(lass mich in ruhe|halt die klappe|leck mich|verpiss dich|ich (muss )?weinen?|das (ist|wird) mir zu viel)\b/,
  /\b(laissez?-moi tranquille|ta gueule|va te faire|je pleure|c'est trop (dur|douloureux) pour moi)\b/,
  /(deixe?-me em paz|me deixe? em paz|cala a boca|vai se foder|estou chorando|é demais para mim)/,
  /(うるさい|ほっといて|放っておいて|ふざけるな|つらすぎ|辛すぎ|泣いて)/,
];

/** Lower case, without punctuation and double spaces. Apostrophes and hyphens belong to words. */
export const plainForm = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'\-\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export type Cue = keyof typeof patterns | 'upset';

/** Longer messages are about the topic, even if they contain such words. */
const cueLengthMax = 120;

export function hasCue(cue: Cue, text: string): boolean {
  const plain = plainForm(text);
  if (cue === 'upset') return plain.length <= 400 && upset.some((pattern) => pattern.test(plain));
  return plain.length <= cueLengthMax && patterns[cue].some((pattern) => pattern.test(plain));
}
