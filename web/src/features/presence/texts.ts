import { presence } from '../../texts/en/presence.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('presence', presence);
