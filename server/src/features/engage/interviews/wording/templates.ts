import type { Language } from '../plan/cues.ts';
import type { CloseReason, OfferReason, ProbeStyle } from '../plan/step.ts';
import type { Tone } from './tone.ts';

/** What a participant said last, as far as the wording depends on it. */
export type Mood = 'answered' | 'unknown' | 'refused' | 'returned';

/** The moderator's own words. `{phrase}` is a short quotation of the answer. */
export interface Texts {
  greeting: string;
  /** Before the next question; one of several by turn, so that they do not repeat at once. */
  bridges: Record<Mood, string[]>;
  /** The words before a probe, with a quotation of the answer. */
  said: string;
  probes: Record<Exclude<ProbeStyle, 'reason' | 'deepen'>, string[]> & {
    /** Probes, by what the answer expresses. */
    deepen: Record<Tone, [string, string, string]>;
    reason: { quoting: string[]; plain: string[] };
  };
  /** Before a question that is repeated: the participant asked for it, or who reads the answers. */
  again: string;
  readers: string;
  easier: string;
  which: string;
  number: string;
  yesOrNo: string;
  order: string;
  offers: Record<OfferReason, string>;
  closes: Record<CloseReason, string>;
  marks: readonly [string, string];
}

export const texts: Record<Language, Texts> = {
  en: {
    greeting:
      'Hello, and thank you for taking part. There are no right or wrong answers, and you can stop at any time.',
    bridges: {
      answered: ['Thank you.', 'Thanks, that helps.', 'I see, thank you.'],
      unknown: ['That is fine.', 'No problem.'],
      refused: ['That is fine, we leave that out.'],
      returned: ['Thank you for going on.'],
    },
    said: 'You said {phrase}.',
    probes: {
      deepen: {
        plain: [
          'Could you tell me more about that?',
          'Can you describe one time when that happened?',
          'What would have made it better for you?',
        ],
        struggle: [
          'What happened, and what did you do then?',
          'How often does that happen to you?',
          'What would have made it better for you?',
        ],
        pleased: [
          'What makes that good for you?',
          'Can you describe one time when that helped you?',
          'What would you miss most without it?',
        ],
        wish: [
          'What would that change for you?',
          'Can you describe one time when you needed that?',
          'How do you manage without it today?',
        ],
      },
      reason: {
        quoting: ['What is the main reason for {phrase}?'],
        plain: ['What is the main reason for your answer?'],
      },
      open: ['Could you say a little more?'],
    },
    again: 'Of course.',
    readers: 'Your answers go to the research team that is named in the consent.',
    easier: 'That is fine. Does anything come to mind, even something small?',
    which: 'Which of these fits best: {options}?',
    number: 'Could you give me a number from {min} to {max}?',
    yesOrNo: 'Would you say yes or no?',
    order: 'Could you put all of these in order, the first choice first: {options}?',
    offers: {
      upset:
        'I am sorry that this is difficult. You do not have to answer, and you can stop here. Would you like to go on?',
      refusal: 'You do not have to answer anything that you do not want to. Would you like to go on?',
      unknown: 'It is fine not to know. We can stop here. Would you like to go on with other questions?',
    },
    closes: {
      done: 'That was the last question. Thank you very much for your time and your answers.',
      time: 'Our time is up. Thank you very much for your time and your answers.',
      stopped: 'We stop here. Thank you very much for your time.',
    },
    marks: ['“', '”'],
  },
  es: {
    greeting:
      'Hola, y gracias por participar. No hay respuestas correctas ni incorrectas, y puede parar en cualquier momento.',
    bridges: {
      answered: ['Gracias.', 'Gracias, eso ayuda.', 'Entiendo, gracias.'],
      unknown: ['Está bien.', 'No hay problema.'],
      refused: ['Está bien, lo dejamos.'],
      returned: ['Gracias por continuar.'],
    },
    said: 'Ha dicho {phrase}.',
    probes: {
      deepen: {
        plain: [
          '¿Podría contarme más sobre eso?',
          '¿Puede describir una ocasión en la que pasó eso?',
          '¿Qué lo habría mejorado para usted?',
        ],
        struggle: [
          '¿Qué pasó y qué hizo entonces?',
          '¿Con qué frecuencia le pasa eso?',
          '¿Qué lo habría mejorado para usted?',
        ],
        pleased: [
          '¿Qué hace que eso sea bueno para usted?',
          '¿Puede describir una ocasión en la que eso le ayudó?',
          '¿Qué echaría más de menos sin ello?',
        ],
        wish: [
          '¿Qué cambiaría eso para usted?',
          '¿Puede describir una ocasión en la que lo necesitó?',
          '¿Cómo se las arregla hoy sin ello?',
        ],
      },
      reason: {
        quoting: ['¿Cuál es la razón principal de {phrase}?'],
        plain: ['¿Cuál es la razón principal de su respuesta?'],
      },
      open: ['¿Podría decir algo más?'],
    },
    again: 'Por supuesto.',
    readers: 'Sus respuestas las recibe el equipo de investigación que se nombra en el consentimiento.',
    easier: 'Está bien. ¿Se le ocurre algo, aunque sea pequeño?',
    which: '¿Cuál de estas opciones encaja mejor: {options}?',
    number: '¿Podría darme un número del {min} al {max}?',
    yesOrNo: '¿Diría que sí o que no?',
    order: '¿Podría ordenar todas estas opciones, la primera elección primero: {options}?',
    offers: {
      upset: 'Siento que esto sea difícil. No tiene que responder, y puede parar aquí. ¿Quiere continuar?',
      refusal: 'No tiene que responder a nada que no quiera. ¿Quiere continuar?',
      unknown: 'No pasa nada si no lo sabe. Podemos parar aquí. ¿Quiere continuar con otras preguntas?',
    },
    closes: {
      done: 'Esa era la última pregunta. Muchas gracias por su tiempo y sus respuestas.',
      time: 'Se ha terminado el tiempo. Muchas gracias por su tiempo y sus respuestas.',
      stopped: 'Paramos aquí. Muchas gracias por su tiempo.',
    },
    marks: ['«', '»'],
  },
  de: {
    greeting:
      'Guten Tag und vielen Dank, dass Sie teilnehmen. Es gibt keine richtigen oder falschen Antworten, und Sie können jederzeit aufhören.',
    bridges: {
      answered: ['Danke.', 'Danke, das hilft.', 'Ich verstehe, danke.'],
      unknown: ['Das ist in Ordnung.', 'Kein Problem.'],
      refused: ['Das ist in Ordnung, wir lassen das aus.'],
      returned: ['Danke, dass Sie weitermachen.'],
    },
    said: 'Sie haben gesagt: {phrase}.',
    probes: {
      deepen: {
        plain: [
          'Können Sie mir mehr darüber erzählen?',
          'Können Sie eine Situation beschreiben, in der das passiert ist?',
          'Was hätte es für Sie besser gemacht?',
        ],
        struggle: [
          'Was ist passiert, und was haben Sie dann gemacht?',
          'Wie oft passiert Ihnen das?',
          'Was hätte es für Sie besser gemacht?',
        ],
        pleased: [
          'Was macht das für Sie gut?',
          'Können Sie eine Situation beschreiben, in der Ihnen das geholfen hat?',
          'Was würden Sie ohne das am meisten vermissen?',
        ],
        wish: [
          'Was würde das für Sie ändern?',
          'Können Sie eine Situation beschreiben, in der Sie das gebraucht hätten?',
          'Wie kommen Sie heute ohne das zurecht?',
        ],
      },
      reason: {
        quoting: ['Was ist der wichtigste Grund für {phrase}?'],
        plain: ['Was ist der wichtigste Grund für Ihre Antwort?'],
      },
      open: ['Können Sie etwas mehr dazu sagen?'],
    },
    again: 'Gern.',
    readers: 'Ihre Antworten gehen an das Forschungsteam, das in der Einwilligung genannt ist.',
    easier: 'Das ist in Ordnung. Fällt Ihnen irgendetwas dazu ein, auch etwas Kleines?',
    which: 'Was davon passt am besten: {options}?',
    number: 'Können Sie mir eine Zahl von {min} bis {max} nennen?',
    yesOrNo: 'Würden Sie ja oder nein sagen?',
    order: 'Können Sie alle in eine Reihenfolge bringen, das Wichtigste zuerst: {options}?',
    offers: {
      upset:
        'Es tut mir leid, dass das schwierig ist. Sie müssen nicht antworten und können hier aufhören. Möchten Sie weitermachen?',
      refusal: 'Sie müssen nichts beantworten, was Sie nicht möchten. Möchten Sie weitermachen?',
      unknown:
        'Es ist in Ordnung, etwas nicht zu wissen. Wir können hier aufhören. Möchten Sie mit anderen Fragen weitermachen?',
    },
    closes: {
      done: 'Das war die letzte Frage. Vielen Dank für Ihre Zeit und Ihre Antworten.',
      time: 'Unsere Zeit ist um. Vielen Dank für Ihre Zeit und Ihre Antworten.',
      stopped: 'Wir hören hier auf. Vielen Dank für Ihre Zeit.',
    },
    marks: ['„', '“'],
  },
  fr: {
    greeting:
      'Bonjour et merci de participer. Il n’y a pas de bonne ou de mauvaise réponse, et vous pouvez arrêter à tout moment.',
    bridges: {
      answered: ['Merci.', 'Merci, cela m’aide.', 'Je comprends, merci.'],
      unknown: ['Ce n’est pas grave.', 'Pas de problème.'],
      refused: ['Ce n’est pas grave, nous passons.'],
      returned: ['Merci de continuer.'],
    },
    said: 'Vous avez dit {phrase}.',
    probes: {
      deepen: {
        plain: [
          'Pouvez-vous m’en dire plus ?',
          'Pouvez-vous décrire une situation où cela s’est passé ?',
          'Qu’est-ce qui l’aurait amélioré pour vous ?',
        ],
        struggle: [
          'Que s’est-il passé, et qu’avez-vous fait ensuite ?',
          'À quelle fréquence cela vous arrive-t-il ?',
          'Qu’est-ce qui l’aurait amélioré pour vous ?',
        ],
        pleased: [
          'Qu’est-ce qui rend cela bien pour vous ?',
          'Pouvez-vous décrire une situation où cela vous a aidé ?',
          'Qu’est-ce qui vous manquerait le plus sans cela ?',
        ],
        wish: [
          'Qu’est-ce que cela changerait pour vous ?',
          'Pouvez-vous décrire une situation où vous en avez eu besoin ?',
          'Comment faites-vous sans cela aujourd’hui ?',
        ],
      },
      reason: {
        quoting: ['Quelle est la raison principale de {phrase} ?'],
        plain: ['Quelle est la raison principale de votre réponse ?'],
      },
      open: ['Pouvez-vous en dire un peu plus ?'],
    },
    again: 'Bien sûr.',
    readers: 'Vos réponses vont à l’équipe de recherche nommée dans le consentement.',
    easier: 'Ce n’est pas grave. Est-ce que quelque chose vous vient à l’esprit, même un détail ?',
    which: 'Laquelle de ces réponses convient le mieux : {options} ?',
    number: 'Pouvez-vous me donner un nombre de {min} à {max} ?',
    yesOrNo: 'Diriez-vous oui ou non ?',
    order: 'Pouvez-vous les mettre tous dans l’ordre, le premier choix d’abord : {options} ?',
    offers: {
      upset:
        'Je suis désolé que ce soit difficile. Vous n’êtes pas obligé de répondre et vous pouvez arrêter ici. Souhaitez-vous continuer ?',
      refusal: 'Vous n’êtes pas obligé de répondre à ce que vous ne voulez pas. Souhaitez-vous continuer ?',
      unknown:
        'Ce n’est pas grave de ne pas savoir. Nous pouvons arrêter ici. Souhaitez-vous continuer avec d’autres questions ?',
    },
    closes: {
      done: 'C’était la dernière question. Merci beaucoup pour votre temps et vos réponses.',
      time: 'Le temps est écoulé. Merci beaucoup pour votre temps et vos réponses.',
      stopped: 'Nous arrêtons ici. Merci beaucoup pour votre temps.',
    },
    marks: ['« ', ' »'],
  },
  pt: {
    greeting:
      'Olá, e obrigado por participar. Não há respostas certas ou erradas, e pode parar a qualquer momento.',
    bridges: {
      answered: ['Obrigado.', 'Obrigado, isso ajuda.', 'Entendo, obrigado.'],
      unknown: ['Tudo bem.', 'Sem problema.'],
      refused: ['Tudo bem, deixamos isso de fora.'],
      returned: ['Obrigado por continuar.'],
    },
    said: 'Disse {phrase}.',
    probes: {
      deepen: {
        plain: [
          'Pode contar-me mais sobre isso?',
          'Pode descrever uma situação em que isso aconteceu?',
          'O que teria melhorado isso para si?',
        ],
        struggle: [
          'O que aconteceu e o que fez depois?',
          'Com que frequência isso lhe acontece?',
          'O que teria melhorado isso para si?',
        ],
        pleased: [
          'O que torna isso bom para si?',
          'Pode descrever uma situação em que isso ajudou?',
          'De que sentiria mais falta sem isso?',
        ],
        wish: [
          'O que é que isso mudaria para si?',
          'Pode descrever uma situação em que precisou disso?',
          'Como faz hoje sem isso?',
        ],
      },
      reason: {
        quoting: ['Qual é a principal razão de {phrase}?'],
        plain: ['Qual é a principal razão da sua resposta?'],
      },
      open: ['Pode dizer um pouco mais?'],
    },
    again: 'Claro.',
    readers: 'As suas respostas vão para a equipa de investigação indicada no consentimento.',
    easier: 'Tudo bem. Lembra-se de alguma coisa, mesmo pequena?',
    which: 'Qual destas opções se aplica melhor: {options}?',
    number: 'Pode dar-me um número de {min} a {max}?',
    yesOrNo: 'Diria que sim ou que não?',
    order: 'Pode ordenar todas estas opções, a primeira escolha primeiro: {options}?',
    offers: {
      upset: 'Lamento que isto seja difícil. Não tem de responder e pode parar aqui. Quer continuar?',
      refusal: 'Não tem de responder a nada que não queira. Quer continuar?',
      unknown: 'Não faz mal não saber. Podemos parar aqui. Quer continuar com outras perguntas?',
    },
    closes: {
      done: 'Essa foi a última pergunta. Muito obrigado pelo seu tempo e pelas suas respostas.',
      time: 'O tempo terminou. Muito obrigado pelo seu tempo e pelas suas respostas.',
      stopped: 'Paramos aqui. Muito obrigado pelo seu tempo.',
    },
    marks: ['“', '”'],
  },
  ja: {
    greeting: 'こんにちは。ご協力ありがとうございます。正解や不正解はありません。いつでも中止できます。',
    bridges: {
      answered: ['ありがとうございます。', 'なるほど、ありがとうございます。'],
      unknown: ['大丈夫です。'],
      refused: ['わかりました。この質問は飛ばします。'],
      returned: ['続けてくださりありがとうございます。'],
    },
    said: '{phrase}とのことですが、',
    probes: {
      deepen: {
        plain: [
          'もう少し詳しく教えていただけますか？',
          'そのような場面を一つ教えていただけますか？',
          'どうすればもっと良くなると思いますか？',
        ],
        struggle: [
          'そのとき何があり、どうされましたか？',
          'それはどのくらいの頻度で起こりますか？',
          'どうすればもっと良くなると思いますか？',
        ],
        pleased: [
          'どのような点が良いと感じますか？',
          'それが役に立った場面を一つ教えていただけますか？',
          'それがなくなると、何が一番困りますか？',
        ],
        wish: [
          'それによって何が変わりますか？',
          'それが必要だった場面を一つ教えていただけますか？',
          '今はそれなしでどうされていますか？',
        ],
      },
      reason: {
        quoting: ['{phrase}の一番の理由は何ですか？'],
        plain: ['そのお答えの一番の理由は何ですか？'],
      },
      open: ['もう少しお話しいただけますか？'],
    },
    again: 'もちろんです。',
    readers: 'ご回答は、同意書に記載された調査チームが読みます。',
    easier: '大丈夫です。小さなことでも、何か思い浮かぶことはありますか？',
    which: '次のうち、どれが一番近いですか：{options}',
    number: '{min}から{max}までの数字で教えていただけますか？',
    yesOrNo: '「はい」か「いいえ」で言うとどちらですか？',
    order: '次のすべてを、一番のものから順に並べていただけますか：{options}',
    offers: {
      upset:
        'つらい思いをさせてしまい申し訳ありません。答えなくても、ここで終わりにしても大丈夫です。続けますか？',
      refusal: '答えたくないことには答えなくて大丈夫です。続けますか？',
      unknown: 'わからなくても大丈夫です。ここで終わりにもできます。ほかの質問を続けますか？',
    },
    closes: {
      done: 'これで最後の質問でした。お時間とお答えをありがとうございました。',
      time: 'お時間になりました。お時間とお答えをありがとうございました。',
      stopped: 'ここで終わりにします。お時間をありがとうございました。',
    },
    marks: ['「', '」'],
  },
};
