/** An asterisk stands for any ending. Greetings, thanks, checks of the connection and other talk that is no finding, by language. */
const phrases: Record<string, string> = {
  en: "hi, hello, hey, good morning, good afternoon, good evening, morning!, sorry, bit rainy, nice to meet you, pleased to meet you, how are you, i'm good, i'm fine, i'm well, thanks, thank you, you're welcome, no problem, no worries, bye, goodbye, see you, have a nice day, have a nice afternoon, have a nice evening, have a nice weekend, have a good one, have a good day, take care, hear you fine, hear you well, hear you, hear me all right, hear me fine, hear me okay, hear me, can you see my, see your screen, see my screen, share my screen, my microphone, my camera, on mute, muted*, the weather, rainy, sunny, my dog, my cat, bark*, doorbell, sorry about that, shall we start, let's go, good question, that's all, nothing else, last question, happy to help, my pleasure",
  de: 'hallo, guten morgen, guten tag, guten abend, freut mich, wie geht*, mir geht, danke, vielen dank, gern geschehen, bitte schön, kein problem, tschüss, auf wiedersehen, bis bald, schönen tag, schönen abend, hören sie mich, hörst du mich, bildschirm teilen, mein mikrofon, meine kamera, das wetter, legen wir los, gute frage, das war alles',
  fr: "bonjour, bonsoir, salut, enchanté*, comment allez, ça va, merci, je vous en prie, de rien, pas de problème, au revoir, à bientôt, bonne journée, vous m'entendez, tu m'entends, partager mon écran, mon micro, ma caméra, allons-y, bonne question, c'est tout",
  es: 'hola, buenos días, buenas tardes, buenas noches, encantad*, mucho gusto, cómo está*, muy bien, gracias, de nada, no hay problema, adiós, hasta luego, que tenga, me oye, me escucha, compartir pantalla, mi micrófono, mi cámara, vamos, buena pregunta, eso es todo',
  it: 'ciao, buongiorno, buonasera, piacere, come sta, grazie, prego, nessun problema, arrivederci, a presto, buona giornata, mi sente, mi senti, condividere lo schermo, il mio microfono, la mia fotocamera, andiamo, bella domanda, è tutto',
  pt: 'olá, oi, bom dia, boa tarde, boa noite, prazer, como está, tudo bem, obrigad*, de nada, sem problema, adeus, tchau, até logo, tenha um bom, me ouve, ouve-me, compartilhar a tela, meu microfone, minha câmera, vamos lá, boa pergunta, é tudo',
  nl: 'hallo, hoi, goedemorgen, goedemiddag, goedenavond, aangenaam, hoe gaat*, dank je, dank u, bedankt, graag gedaan, geen probleem, doei, tot ziens, fijne dag, hoort u mij, hoor je mij, scherm delen, mijn microfoon, mijn camera, laten we beginnen, goede vraag, dat is alles',
};

const matchers = new Map(
  Object.entries(phrases).map(([language, list]) => [
    language,
    new RegExp(
      `(?<![\\p{L}'’])(?:${list
        .split(', ')
        .map((phrase) => phrase.replaceAll("'", "['’]").replace(/\*$/, '\\p{L}*'))
        .join('|')})(?!\\p{L})`,
      'giu',
    ),
  ]),
);

/** Longer remarks that begin with a greeting have something else to say. */
const wordsMax = 14;

/** `countTopicWords` counts the words of a text that carry a topic. */
export function isSmallTalk(
  text: string,
  words: number,
  language: string | null,
  countTopicWords: (text: string) => number,
): boolean {
  const matcher = matchers.get(language?.split('-')[0]?.toLowerCase() ?? '');
  if (!matcher) return words < 2;
  // “Yeah, I think so.”
  if (countTopicWords(text) === 0) return true;
  if (words > wordsMax) return false;
  const rest = text.replace(matcher, ' ');
  return rest !== text && countTopicWords(rest) === 0;
}
