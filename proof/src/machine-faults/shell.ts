/** A text as one word of a shell command. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
