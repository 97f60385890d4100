/** Words with a hyphen by themselves, and the texts between them. */
function pieces(text: string): string[] {
  const found: string[] = []
  for (const part of text.split(/(\s+)/)) {
    const before = found.at(-1)
    if (before === undefined || before.includes('-') || part.includes('-')) found.push(part)
    else found[found.length - 1] = before + part
  }
  return found
}

/** A message in which a loan number does not break at its hyphen, unless it is longer than a line. */
export const MessageText = ({ children }: { children: string }) =>
  pieces(children).map((piece, place) => (
    <span key={place} className={piece.includes('-') ? 'inline-block' : undefined}>
      {piece}
    </span>
  ))
