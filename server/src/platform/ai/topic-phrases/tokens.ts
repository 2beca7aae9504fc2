import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

export interface Token {
  surface: string;
  /** The dictionary form, in lower case. */
  lemma: string;
  /** The part of speech, as Universal Dependencies names it: NOUN, PROPN, VERB, AUX, ADJ, DET. */
  pos: string;
}

export type Tokenize = (text: string) => Token[];

/** Loaded once per thread: each call of winkNLP encodes a part of the model again and makes it twice as long. */
let loaded: ReturnType<typeof winkNLP> | undefined;

/** For English. Loading the model takes about 100 ms. */
export function createTokenize(): Tokenize {
  loaded ??= winkNLP(model, ['sbd', 'pos']);
  const nlp = loaded;
  return (text) => {
    const read = nlp.readDoc(text.replaceAll('’', "'")).tokens();
    const surfaces = read.out() as string[];
    const lemmas = read.out(nlp.its.lemma as never) as unknown as string[];
    const parts = read.out(nlp.its.pos as never) as unknown as string[];
    return surfaces.map((surface, i) => ({
      surface,
      lemma: (lemmas[i] ?? surface).toLowerCase(),
      pos: parts[i] ?? '',
    }));
  };
}
