/** A message in which a loan number does not break at its hyphen, unless it is longer than a line. */
export const MessageText = ({ children }: { children: string }) =>
  children.split(/(\s+)/).map((part, place) =>
    part.includes('-') ? (
      <span key={place} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  )
