/** A sample project as plain data. Passages of transcripts are named by their words, which must occur exactly once. */
export interface SampleStudy {
  name: string;
  description: string;
  interviews: SampleInterview[];
  tags: SampleTag[];
  notes: SampleNote[];
  lanes: SampleLane[];
  clips: SampleClip[];
  survey?: SampleSurvey;
  /** A question that the sample project asks about its files. */
  question?: string;
  /** On cards, which are named by their titles. */
  comments?: { card: string; body: string }[];
  report: { title: string; prompt: string; template: 'summary' | 'usability' | 'interview' };
}

export interface SampleInterview {
  /** The extension decides what is recorded: `.wav` sound, `.mp4` video. */
  file: string;
  recorded_at: string;
  /** One turn per line, `Speaker: words`. */
  script: string;
}

export interface SampleTag {
  name: string;
  color: string;
  description: string;
  /** Passages that carry the tag. */
  quotes: string[];
}

export interface SampleNote {
  title: string;
  body: string;
  /** The passage that the note is about; without one, the note is about the project. */
  quote?: string;
  tags?: string[];
  pinned?: boolean;
}

export interface SampleLane {
  name: string;
  color: string;
  cards: SampleCard[];
}

export interface SampleCard {
  title: string;
  body: string;
  priority?: 'low' | 'medium' | 'high' | 'urgent';
  tags: string[];
  /** Passages that support the card. */
  quotes: string[];
}

export interface SampleClip {
  name: string;
  description: string;
  /** The clip lasts from the segment with the first quote to the end of the segment with the second. */
  from: string;
  to: string;
  tags: string[];
}

export interface SampleSurvey {
  name: string;
  target: number;
  /** As the API takes them. */
  questions: object[];
  /** The answers of each participant, in the order of the questions. */
  participants: { person: string; answers: object[] }[];
}
