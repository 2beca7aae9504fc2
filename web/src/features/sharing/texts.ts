import { sharing } from '../../texts/en/sharing.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('sharing', sharing);
