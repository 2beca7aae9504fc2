import { inOneLine, renderMail } from '../../../platform/mail/index.ts';
import type { DeliveryError } from '../engine/index.ts';

export interface DisabledWebhook {
  webhook_id: string;
  url: string;
  description: string | null;
  recipient_name: string;
  failing_since: Date;
  last_success_at: Date | null;
  missed_since: Date;
  disabled_at: Date;
  error: DeliveryError | null;
  response_code: number | null;
  publicUrl: string;
}

const explanations: Record<DeliveryError, string> = {
  timeout: 'It did not respond in time.',
  dns: 'The host name could not be resolved.',
  connection: 'The connection could not be established or was lost.',
  tls: 'The secure connection failed: the certificate may have expired or may not match the host name.',
  blocked_address: 'The host name points to a private or reserved address, which Parley does not call.',
  redirect: 'It responded with a redirect, which Parley does not follow.',
  http_status: 'It responded with an error status.',
  subscription_disabled: 'It was disabled.',
};

/** The mail to the creator of a disabled webhook: which webhook, since when, why, and what to do. */
export function disabledMail(webhook: DisabledWebhook): { subject: string; text: string; html: string } {
  const host = URL.parse(webhook.url)?.host ?? webhook.url;
  const name = webhook.description ? `“${webhook.description}”` : webhook.webhook_id;
  const lastError = [
    webhook.error ? explanations[webhook.error] : 'The attempt failed.',
    ...(webhook.response_code ? [`The last status was ${webhook.response_code}.`] : []),
  ].join(' ');
  const facts: [string, string][] = [
    ['Webhook', name === webhook.webhook_id ? name : `${name} (${webhook.webhook_id})`],
    ['Address', webhook.url],
    ['Failing since', when(webhook.failing_since)],
    ['Last success', webhook.last_success_at ? when(webhook.last_success_at) : 'never'],
    ['Disabled', when(webhook.disabled_at)],
    ['Last error', lastError],
  ];
  const opening =
    'Every attempt to reach one of your webhooks has failed since the time below, so Parley has stopped sending to it.';
  const steps = [
    `See the recorded attempts: GET ${webhook.publicUrl}/v1/webhooks/${webhook.webhook_id}/deliveries`,
    'Fix the receiver: it must respond with a 2xx status within 5 seconds.',
    'Delete this webhook and create it again, because a disabled webhook cannot be enabled. The new one has a new secret.',
    `Send the missed events: POST /v1/webhooks/{new id}/replay with {"since": "${webhook.missed_since.toISOString()}"}. Events are stored for 30 days.`,
    `The API reference is at ${webhook.publicUrl}/docs`,
  ];
  return renderMail({
    language: 'en',
    subject: `Webhook to ${host} was disabled`,
    blocks: [
      { kind: 'text', text: `Hello ${inOneLine(webhook.recipient_name)},` },
      { kind: 'text', text: opening },
      { kind: 'facts', rows: facts.map(([label, value]) => ({ label, value: inOneLine(value) })) },
      { kind: 'text', text: 'What to do:' },
      { kind: 'steps', items: steps },
      { kind: 'button', label: 'Open the settings', url: `${webhook.publicUrl}/settings/api-keys` },
      { kind: 'text', text: 'You get this mail because you created the webhook.' },
    ],
  });
}

/** `2026-11-15 09:30 UTC` */
const when = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
