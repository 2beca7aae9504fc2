import { members } from '../../texts/en/members.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('members', members);
