import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Config } from './s3-config.ts';

/** What every S3 client of ours is built from, the one inside the tus store included. */
export function s3ClientConfig(config: S3Config): S3ClientConfig {
  return {
    region: config.region,
    endpoint: config.endpoint,
    forcePathStyle: config.pathStyle,
    credentials: config.credentials,
    maxAttempts: 4,
    // Many S3-compatible stores don't know the checksum trailers that the SDK would add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that falls silent must not hold a request for ever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  };
}

export const createS3Client = (config: S3Config) => new S3Client(s3ClientConfig(config));

/** The SDK names errors by code; a HEAD has no body and gives only its status. */
export const isS3Missing = (error: unknown) => isS3Error(error, 404, ['NoSuchKey', 'NotFound']);
export const isS3BadRange = (error: unknown) => isS3Error(error, 416, ['InvalidRange']);
export const isS3NoUpload = (error: unknown) => isS3Error(error, 404, ['NoSuchUpload']);

function isS3Error(error: unknown, status: number, names: string[]): boolean {
  const fault = error as { name?: string; $metadata?: { httpStatusCode?: number } } | undefined;
  // A bucket that isn't there is a wrong configuration, not a missing blob.
  if (fault?.name === 'NoSuchBucket') return false;
  return names.includes(fault?.name ?? '') || fault?.$metadata?.httpStatusCode === status;
}
