/** Imports no database, so that threads that verify quotations start quickly. */
export { toSource } from '../source.ts';
export { attributionOf, type Citation, citationsIn } from './citation.ts';
export { quotationsMax, TooManyQuotations } from './citations.ts';
export { createQuoteIndex, normaliseSpace } from './quote-index.ts';
export { type VerifyOptions, verifyQuotes } from './verify-quotes.ts';
