export { createParley, type ParleyClient, type ParleyOptions } from './client.ts';
export { type ErrorDetail, ParleyError } from './error.ts';
export type { ResumeUploadOptions, UploadFileOptions } from './files.ts';
export type { components, paths } from './generated.ts';
export { items, unwrap } from './pages.ts';
export { type SendUploadOptions, sendUpload, type UploadProgress } from './uploads.ts';
export { verifyWebhook, type WebhookCheck, type WebhookEvent } from './webhooks.ts';
