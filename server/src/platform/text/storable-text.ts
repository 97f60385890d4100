/**
 * Whether PostgreSQL can store a text unchanged. It rejects NUL, and halves of a character (lone surrogates) in JSON; in
 * a column of text they would become another character.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
