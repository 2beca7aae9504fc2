/** The server cannot start and the operator can fix the cause. The process prints only the message, without a stack. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
