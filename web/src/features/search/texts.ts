import { search } from '../../texts/en/search.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('search', search);
