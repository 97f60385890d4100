import { printed } from '../../documents/index.ts'
import { type ReadCell, text } from '../../platform/csv/values.ts'

/** A name that documents print. It brings their typefaces, so only what reads a name imports it. */
export const nameCell = (most: number): ReadCell<string> => printed(text(most))
