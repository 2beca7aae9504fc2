import type { MailLanguage } from './languages.ts';

/** The fixed sentences of mails to participants. Titles, names and messages are the researcher's own words. */
export interface Phrases {
  hello(name: string | null): string;
  invitationSubject(title: string): string;
  invites(researcher: string, title: string): string;
  duration: string;
  minutes(count: number): string;
  incentive: string;
  /** The form of the incentive, after the amount; cash needs no word. */
  deadline: string;
  takePart: string;
  personal: string;
  decline: string;
  declineLabel: string;
  resumeSubject(title: string): string;
  resume(title: string): string;
  resumeLabel: string;
  saved: string;
  notRequested: string;
  sentFor(researcher: string): string;
}

const en: Phrases = {
  hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
  invitationSubject: (title) => `Invitation: ${title}`,
  invites: (researcher, title) => `${researcher} invites you to take part in “${title}”.`,
  duration: 'Time it takes',
  minutes: (count) => (count === 1 ? 'about 1 minute' : `about ${count} minutes`),
  incentive: 'Thank-you',
  deadline: 'Open until',
  takePart: 'Take part',
  personal:
    'This link is for you only. You can stop at any time and go on later with the same link, on this or another device.',
  decline: 'You do not want to take part? Tell us with one click, and you get no reminder:',
  declineLabel: 'Decline',
  resumeSubject: (title) => `Your link to go on: ${title}`,
  resume: (title) => `You can go on with “${title}” whenever you like.`,
  resumeLabel: 'Go on',
  saved:
    'Your answers are saved. The link also works on another device. Do not share it: it opens your answers.',
  notRequested:
    'You did not ask for this mail? Then someone entered your address by mistake. You can ignore it.',
  sentFor: (researcher) => `Sent with Parley for ${researcher}.`,
};

const es: Phrases = {
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  invitationSubject: (title) => `Invitación: ${title}`,
  invites: (researcher, title) => `${researcher} le invita a participar en «${title}».`,
  duration: 'Duración',
  minutes: (count) => (count === 1 ? 'aproximadamente 1 minuto' : `aproximadamente ${count} minutos`),
  incentive: 'Agradecimiento',
  deadline: 'Abierto hasta',
  takePart: 'Participar',
  personal:
    'Este enlace es solo para usted. Puede parar en cualquier momento y continuar más tarde con el mismo enlace, también en otro dispositivo.',
  decline: '¿No desea participar? Indíquelo con un clic y no recibirá recordatorios:',
  declineLabel: 'Rechazar',
  resumeSubject: (title) => `Su enlace para continuar: ${title}`,
  resume: (title) => `Puede continuar con «${title}» cuando quiera.`,
  resumeLabel: 'Continuar',
  saved:
    'Sus respuestas están guardadas. El enlace también funciona en otro dispositivo. No lo comparta: abre sus respuestas.',
  notRequested:
    '¿No ha pedido este correo? Entonces alguien escribió su dirección por error. Puede ignorarlo.',
  sentFor: (researcher) => `Enviado con Parley en nombre de ${researcher}.`,
};

const de: Phrases = {
  hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  invitationSubject: (title) => `Einladung: ${title}`,
  invites: (researcher, title) => `${researcher} lädt Sie ein, an „${title}“ teilzunehmen.`,
  duration: 'Dauer',
  minutes: (count) => (count === 1 ? 'etwa 1 Minute' : `etwa ${count} Minuten`),
  incentive: 'Dankeschön',
  deadline: 'Offen bis',
  takePart: 'Teilnehmen',
  personal:
    'Dieser Link ist nur für Sie. Sie können jederzeit aufhören und später mit demselben Link weitermachen, auch auf einem anderen Gerät.',
  decline: 'Sie möchten nicht teilnehmen? Sagen Sie mit einem Klick ab, dann erhalten Sie keine Erinnerung:',
  declineLabel: 'Absagen',
  resumeSubject: (title) => `Ihr Link zum Weitermachen: ${title}`,
  resume: (title) => `Sie können jederzeit mit „${title}“ weitermachen.`,
  resumeLabel: 'Weitermachen',
  saved:
    'Ihre Antworten sind gespeichert. Der Link funktioniert auch auf einem anderen Gerät. Geben Sie ihn nicht weiter: Er öffnet Ihre Antworten.',
  notRequested:
    'Sie haben diese E-Mail nicht angefordert? Dann hat jemand Ihre Adresse versehentlich eingegeben. Sie können sie ignorieren.',
  sentFor: (researcher) => `Gesendet mit Parley für ${researcher}.`,
};

const fr: Phrases = {
  hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  invitationSubject: (title) => `Invitation : ${title}`,
  invites: (researcher, title) => `${researcher} vous invite à participer à « ${title} ».`,
  duration: 'Durée',
  minutes: (count) => (count === 1 ? 'environ 1 minute' : `environ ${count} minutes`),
  incentive: 'Remerciement',
  deadline: 'Ouvert jusqu’au',
  takePart: 'Participer',
  personal:
    'Ce lien vous est réservé. Vous pouvez vous arrêter à tout moment et continuer plus tard avec le même lien, aussi sur un autre appareil.',
  decline: 'Vous ne souhaitez pas participer ? Dites-le en un clic et vous ne recevrez pas de rappel :',
  declineLabel: 'Refuser',
  resumeSubject: (title) => `Votre lien pour continuer : ${title}`,
  resume: (title) => `Vous pouvez continuer « ${title} » quand vous voulez.`,
  resumeLabel: 'Continuer',
  saved:
    'Vos réponses sont enregistrées. Le lien fonctionne aussi sur un autre appareil. Ne le partagez pas : il ouvre vos réponses.',
  notRequested:
    'Vous n’avez pas demandé cet e-mail ? Quelqu’un a alors saisi votre adresse par erreur. Vous pouvez l’ignorer.',
  sentFor: (researcher) => `Envoyé avec Parley pour ${researcher}.`,
};

const pt: Phrases = {
  hello: (name) => (name ? `Olá, ${name}!` : 'Olá!'),
  invitationSubject: (title) => `Convite: ${title}`,
  invites: (researcher, title) => `${researcher} convida você a participar de “${title}”.`,
  duration: 'Duração',
  minutes: (count) => (count === 1 ? 'cerca de 1 minuto' : `cerca de ${count} minutos`),
  incentive: 'Agradecimento',
  deadline: 'Aberto até',
  takePart: 'Participar',
  personal:
    'Este link é só para você. Você pode parar a qualquer momento e continuar depois com o mesmo link, também em outro dispositivo.',
  decline: 'Não quer participar? Avise com um clique e você não receberá lembretes:',
  declineLabel: 'Recusar',
  resumeSubject: (title) => `Seu link para continuar: ${title}`,
  resume: (title) => `Você pode continuar “${title}” quando quiser.`,
  resumeLabel: 'Continuar',
  saved:
    'Suas respostas estão salvas. O link também funciona em outro dispositivo. Não o compartilhe: ele abre suas respostas.',
  notRequested: 'Não pediu este e-mail? Então alguém digitou seu endereço por engano. Você pode ignorá-lo.',
  sentFor: (researcher) => `Enviado com Parley em nome de ${researcher}.`,
};

const ja: Phrases = {
  hello: (name) => (name ? `${name} 様` : 'こんにちは。'),
  invitationSubject: (title) => `ご協力のお願い：${title}`,
  invites: (researcher, title) => `${researcher}より、「${title}」へのご参加をお願いいたします。`,
  duration: '所要時間',
  minutes: (count) => `約${count}分`,
  incentive: '謝礼',
  deadline: '受付終了',
  takePart: '参加する',
  personal:
    'このリンクはあなた専用です。いつでも中断でき、同じリンクから後で続けられます。別の端末でもご利用いただけます。',
  decline: '参加を希望されない場合は、こちらからお知らせください。以後のご案内はお送りしません。',
  declineLabel: '辞退する',
  resumeSubject: (title) => `続きから再開するためのリンク：${title}`,
  resume: (title) => `「${title}」はいつでも続きから再開できます。`,
  resumeLabel: '続ける',
  saved:
    '回答は保存されています。リンクは別の端末でもご利用いただけます。回答が表示されるため、共有しないでください。',
  notRequested:
    'このメールに心当たりがない場合は、アドレスが誤って入力された可能性があります。無視していただいて構いません。',
  sentFor: (researcher) => `${researcher}に代わって Parley から送信しました。`,
};

export const phrases: Record<MailLanguage, Phrases> = { en, es, de, fr, pt, ja };
