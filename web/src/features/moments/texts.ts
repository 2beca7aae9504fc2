import { moments } from '../../texts/en/moments.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('moments', moments);
