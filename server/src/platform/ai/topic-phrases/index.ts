export { createTokenize, type Token, type Tokenize } from './tokens.ts';
export { type PhraseWord, type TopicPhrase, topicPhrasesIn } from './topic-phrases.ts';
