import type { Db, Sql } from '../../platform/database/index.ts';
import type { SpeakerTally } from './interviewers.ts';
import type { Candidate, ResponseFilter, Source, StoredSource } from './source.ts';

/** Someone who speaks in a transcript or wrote answers. */
export interface SpeakerRow extends SpeakerTally {
  kind: Source['kind'];
  /** The id of the file or of the response. */
  file_id: string;
  file_name: string;
  speaker_id: string;
}

export interface WrittenAnswer {
  id: string;
  response_id: string;
  language: string | null;
  question: string;
  text: string;
  /** Indexes of the searched terms that the answer contains, and of those that its question contains. */
  terms: number[];
  asked_terms: number[];
}

/** Which written responses of a project are read. Default: those of every test, with any tags, of everyone. */
export interface WrittenFilter {
  project_id: string;
  test_ids?: string[];
  tag_ids?: string[];
  /** Names of participants, as answers name them. */
  people?: string[];
}

/** How often each answer to a question was given that is chosen, ranked or rated. */
export interface QuestionNumbers {
  test_id: string;
  question_id: string;
  question: string;
  type: string;
  answered: number;
  /** The mean of ratings; null for other questions. */
  mean: number | null;
  options: { text: string; count: number; mean_place: number }[];
}

/**
 * What participants wrote in responses. Reports and chats read it besides transcripts, and its tone is measured. The feature
 * that has the responses registers it.
 */
export interface ResponseMaterial {
  /** The responses that match the filter, and whether they have something to read. */
  list(db: Db, filter: ResponseFilter): Promise<Candidate[]>;
  /** The questions and the written answers, as if the questions had been asked. */
  read(db: Db, id: string, name: string): Promise<StoredSource | undefined>;
  /** Returns the ids that exist. They cannot be deleted until the caller commits. */
  lock(tx: Db, ids: string[]): Promise<Set<string>>;
  /** A query of one column: the language of each response whose language is known. */
  languages(filter: WrittenFilter): Sql;
  /** Everyone who wrote an answer in a completed response, as a speaker of that response. */
  listWriters(db: Db, filter: WrittenFilter): Promise<SpeakerRow[]>;
  /**
   * The answers with the most words of a question, by response; if there are few, also answers of the newest responses. `terms`
   * is a query of (n, query), and `responseIds` are responses that contain a term.
   */
  findAnswers(db: Db, filter: WrittenFilter, terms: Sql, responseIds: string[]): Promise<WrittenAnswer[]>;
  /** Counts the choices, rankings and ratings of responses, by question in the order of the test. */
  countChoices(db: Db, responseIds: string[]): Promise<QuestionNumbers[]>;
  /**
   * The same for the questions that contain at least so many terms in their text and their options, those with the most first.
   * Counts all completed responses.
   */
  countAbout(
    db: Db,
    filter: Pick<WrittenFilter, 'project_id' | 'test_ids'>,
    terms: Sql,
    termsMin: number,
  ): Promise<QuestionNumbers[]>;
  /** The recordings of responses and sessions of these tests. */
  filesOf(db: Db, projectId: string, testIds: string[]): Promise<string[]>;
  /** The participant's own words in a completed response. */
  readWords(db: Db, responseId: string): Promise<string[]>;
  /** Stores the tone of a response that is still completed. */
  saveTone(tx: Db, responseId: string, tone: { label: string; score: number }, now: Date): Promise<void>;
}
