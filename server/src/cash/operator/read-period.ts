import { asOption } from '../../operator/values.ts'
import { periodCell } from '../tax/slip-file.ts'

/** Parses a tax period, YYYY-MM. */
export const readPeriod = asOption(periodCell)
