import { highlights } from '../../texts/en/highlights.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('highlights', highlights);
