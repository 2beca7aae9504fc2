import { apiKeys } from '../../texts/en/api-keys.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('apiKeys', apiKeys);
