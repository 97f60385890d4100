/** Words with a hyphen, such as loan numbers. */
const hyphened = /(\S*-\S*)/

/** A message in which a loan number does not break at its hyphen, unless it is longer than a line. */
export const MessageText = ({ children }: { children: string }) =>
  children.split(hyphened).map((part, place) =>
    place % 2 === 1 ? (
      <span key={place} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  )
