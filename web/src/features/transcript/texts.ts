import { transcript } from '../../texts/en/transcript.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('transcript', transcript);
