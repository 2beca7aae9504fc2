import { account } from '../../texts/en/account.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('account', account);
