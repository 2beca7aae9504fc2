import { usage } from '../../texts/en/usage.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('usage', usage);
