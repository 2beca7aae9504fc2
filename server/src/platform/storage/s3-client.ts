import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from './s3-config.ts';

/** The configuration of all S3 clients, including the one inside the tus store. */
export function s3ClientConfig(config: S3Config): S3ClientConfig {
  return {
    region: config.region,
    endpoint: config.endpoint,
    forcePathStyle: config.pathStyle,
    credentials: config.credentials,
    maxAttempts: 4,
    // Many S3-compatible stores do not support the checksum trailers that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that stops responding must not block a request forever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  };
}

export const createS3Client = (config: S3Config) => new S3Client(s3ClientConfig(config));

/** The SDK names errors by code. The response to a HEAD request has no body, so only its status is known. */
export const isS3Missing = (error: unknown) => isS3Error(error, 404, ['NoSuchKey', 'NotFound']);
export const isS3BadRange = (error: unknown) => isS3Error(error, 416, ['InvalidRange']);
export const isS3NoUpload = (error: unknown) => isS3Error(error, 404, ['NoSuchUpload']);

function isS3Error(error: unknown, status: number, names: string[]): boolean {
  const fault = error as { name?: string; $metadata?: { httpStatusCode?: number } } | undefined;
  // A missing bucket is a configuration error, not a missing blob.
  if (fault?.name === 'NoSuchBucket') return false;
  return names.includes(fault?.name ?? '') || fault?.$metadata?.httpStatusCode === status;
}
