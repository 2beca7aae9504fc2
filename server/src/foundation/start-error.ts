/** The server can't start, and the operator can mend it: the message is the one line that is printed. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
