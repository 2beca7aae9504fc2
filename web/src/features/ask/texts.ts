import { ask } from '../../texts/en/ask.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('ask', ask);
