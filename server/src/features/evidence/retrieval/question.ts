import { createReader } from '../../../platform/ai/text-analysis/index.ts';
import { isGeneralStem } from './general-words.ts';

/** A topic word of a question. */
export interface QuestionTerm {
  /** The beginning of the word, which its other forms share. */
  stem: string;
  /** The word as the question writes it. */
  surface: string;
  /** Fits a question about any topic, so it says little about this one. */
  isGeneral: boolean;
}

/** Words about the study and not about its topic: who was asked, and that they said something. */
const questionWords: Record<string, string> = {
  en: `participant participants people person persons user users respondent respondents interviewee interviewees
    interview interviews anyone anybody someone somebody everyone everybody nobody others say says saying said mention
    mentions mentioned describe describes described tell told talk talked talks speak spoke speaks discuss discussed feel
    feels felt think thinks opinion opinions view views happen happens happened regarding concerning many much
    particular specific specifically exactly mean means meant give gave example examples please explain quote quotes
    answer answers answered question questions material transcript transcripts study research project during overall
    generally experience experienced main most biggest common often ever instead too`,
  de: `teilnehmer teilnehmerin teilnehmende teilnehmenden teilnehmerinnen leute personen person nutzer nutzerin nutzerinnen
    befragte befragten interview interviews jemand niemand sagen sagt sagten gesagt erwähnt erwähnen erzählen erzählt
    sprechen spricht denken denkt finden findet fanden meinen meint meinung passiert bitte erklären beispiel projekt studie`,
  fr: `participant participants participante participantes gens personne personnes utilisateur utilisateurs entretien
    entretiens quelqu'un dire disent dit parlent parle pensent pense avis opinion exemple expliquer étude projet`,
  es: `participante participantes gente persona personas usuario usuarios entrevista entrevistas alguien dicen dice
    hablan habla piensan piensa opinan opinión ejemplo explicar estudio proyecto`,
  it: `partecipante partecipanti gente persona persone utente utenti intervista interviste qualcuno dicono dice parlano
    pensano pensa opinione esempio spiegare studio progetto`,
  pt: `participante participantes gente pessoa pessoas usuário usuários utilizador entrevista entrevistas alguém dizem diz
    falam fala pensam pensa opinião exemplo explicar estudo projeto`,
  nl: `deelnemer deelnemers mensen persoon personen gebruiker gebruikers interview interviews iemand zeggen zegt noemen
    praten denken denkt vinden vindt mening voorbeeld uitleggen onderzoek project`,
};

const ignoredByLanguage = new Map(
  Object.entries(questionWords).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);

const ignoredIn = (language: string | null) =>
  ignoredByLanguage.get(language?.split('-')[0]?.toLowerCase() ?? '');

/** Whether a text mentions the study or those who took part: “What did people say?” */
export const namesStudy = (text: string, language: string | null): boolean =>
  (text.toLowerCase().match(/[\p{L}']+/gu) ?? []).some((word) => ignoredIn(language)?.has(word));

const termsMax = 24;

/** The topic words of a question, each stem once, in their order. */
export function questionTerms(question: string, language: string | null): QuestionTerm[] {
  const ignored = ignoredIn(language);
  const isEnglish = /^en\b/i.test(language ?? '');
  const terms = new Map<string, QuestionTerm>();
  for (const word of createReader(language).words(question)) {
    if (!word || ignored?.has(word.surface.toLowerCase())) continue;
    const isGeneral = isEnglish && isGeneralStem(word.term);
    if (!terms.has(word.term)) terms.set(word.term, { stem: word.term, surface: word.surface, isGeneral });
  }
  return [...terms.values()].slice(0, termsMax);
}
