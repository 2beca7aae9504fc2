/** A value that is serialized already, such as rows that PostgreSQL has rendered: it is sent as it is. */
export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
