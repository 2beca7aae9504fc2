const depthMax = 3;

/** Only these properties, because pg attaches the client to connection errors, with its password and cancel key. */
export function errorForLog(error: Error, depth = 0): Record<string, unknown> {
  const { code, errno, syscall, constraint, table, cause, errors } = error as Error & Record<string, unknown>;
  const logged = {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    errno,
    syscall,
    constraint,
    table,
  };
  const inner = depth < depthMax;
  return Object.fromEntries(
    Object.entries({
      ...logged,
      cause: inner && cause instanceof Error ? errorForLog(cause, depth + 1) : undefined,
      errors:
        inner && Array.isArray(errors)
          ? errors.filter((one) => one instanceof Error).map((one) => errorForLog(one, depth + 1))
          : undefined,
    }).filter(([, value]) => value !== undefined),
  );
}

/** Shortens errors and removes database clients, whatever the field is called. */
export const fieldsForLog = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value instanceof Error) return [name, errorForLog(value)];
      return [name, isDatabaseClient(value) ? '[database client]' : value];
    }),
  );

const isDatabaseClient = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('connectionParameters' in value || 'secretKey' in value);
