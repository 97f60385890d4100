import { nameCell } from './files/index.ts'
import { asOption } from './values.ts'

/** Parses a name that documents print. It brings their typefaces, so only commands that read a name load it. */
export const readName = (most: number) => asOption(nameCell(most))
