import { languageChoice } from '../../texts/en/language-choice.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('languageChoice', languageChoice);
