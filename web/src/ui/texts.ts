import { ui } from '../texts/en/ui.ts';
import { inLanguage } from '../texts/in-language.ts';

export const texts = inLanguage('ui', ui);
