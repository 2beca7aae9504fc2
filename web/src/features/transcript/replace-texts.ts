import { replaceWords } from '../../texts/en/replace-words.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('replaceWords', replaceWords);
