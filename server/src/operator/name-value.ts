import { nameCell } from './files/names.ts'
import { asOption } from './values.ts'

export const readName = (most: number) => asOption(nameCell(most))
