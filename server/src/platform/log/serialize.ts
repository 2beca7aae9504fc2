const depthMax = 3;

/** Of an error only these: a lost connection carries its whole client, with the password and the cancel key. */
export function errorForLog(error: Error, depth = 0): Record<string, unknown> {
  const { code, errno, syscall, constraint, table, cause, errors } = error as Error & Record<string, unknown>;
  const told = {
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
      ...told,
      cause: inner && cause instanceof Error ? errorForLog(cause, depth + 1) : undefined,
      errors:
        inner && Array.isArray(errors)
          ? errors.filter((one) => one instanceof Error).map((one) => errorForLog(one, depth + 1))
          : undefined,
    }).filter(([, value]) => value !== undefined),
  );
}

/** Errors in their short form under any name, and no client of the database at all. */
export const fieldsForLog = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value instanceof Error) return [name, errorForLog(value)];
      return [name, isDatabaseClient(value) ? '[database client]' : value];
    }),
  );

const isDatabaseClient = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('connectionParameters' in value || 'secretKey' in value);
