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

/** For English. Loading the model takes about 100 ms, so create one function and use it for all texts. */
export function createTokenize(): Tokenize {
  const nlp = winkNLP(model, ['sbd', 'pos']);
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
