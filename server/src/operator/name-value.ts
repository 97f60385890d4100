import { nameCell } from './files/names.ts'
import { asOption } from './values.ts'

/** Parses a name that documents print. */
export const readName = (most: number) => asOption(nameCell(most))
