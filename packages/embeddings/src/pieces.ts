/** The length of a piece. A piece takes at most about 100 ms, so that no text blocks those of other callers. */
const pieceLength = 4_000;

/** Cuts a long text into pieces, at white space where there is some. The pieces together are the text. */
export function cutIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > pieceLength) {
    const to = endOfPiece(text, from);
    pieces.push(text.slice(from, to));
    from = to;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function endOfPiece(text: string, from: number): number {
  const longest = from + pieceLength;
  const end = text.slice(from, longest).search(/\s\S*$/);
  if (end > pieceLength / 2) return from + end + 1;
  // A cut inside a surrogate pair would damage the character.
  const code = text.charCodeAt(longest);
  return code >= 0xdc00 && code <= 0xdfff ? longest - 1 : longest;
}
