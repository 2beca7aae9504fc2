import { tags } from '../../texts/en/tags.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('tags', tags);
