import { calls } from '../../texts/en/calls.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('calls', calls);
