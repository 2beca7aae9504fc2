import { pickers } from '../texts/en/pickers.ts';
import { inLanguage } from '../texts/in-language.ts';

export const texts = inLanguage('pickers', pickers);
