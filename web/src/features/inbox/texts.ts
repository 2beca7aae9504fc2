import { inbox } from '../../texts/en/inbox.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('inbox', inbox);
