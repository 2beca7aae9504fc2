export { createParley, type ParleyClient, type ParleyOptions } from './client.ts';
export { ParleyError } from './error.ts';
export type { components, paths } from './generated.ts';
export { items, unwrap } from './pages.ts';
export { verifyWebhook, type WebhookCheck, type WebhookEvent } from './webhooks.ts';
