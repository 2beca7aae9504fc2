interface EventOfDelivery {
  event_id: string;
  event_type: string;
}

/** The headers of every attempt of a delivery, without those of the signature (spec §8.6). */
export const eventHeaders = ({ event_id, event_type }: EventOfDelivery) => ({
  'Content-Type': 'application/json',
  'X-SVC-Event': event_type,
  'X-SVC-Event-Id': event_id,
  'User-Agent': 'SVC-Webhooks/1.0',
});

interface SignedAttempt extends EventOfDelivery {
  svc_signature: string | null;
  standard_signature: string | null;
}

/** The headers as they were sent; null where the signatures were not stored, because nothing was sent. */
export function sentHeaders(attempt: SignedAttempt): Record<string, string> | null {
  const { svc_signature, standard_signature, event_id } = attempt;
  if (svc_signature === null || standard_signature === null) return null;
  return {
    ...eventHeaders(attempt),
    'X-SVC-Signature': svc_signature,
    'webhook-id': event_id,
    'webhook-timestamp': /^t=(\d+)/.exec(svc_signature)?.[1] ?? '',
    'webhook-signature': standard_signature,
  };
}
