/** Public interface of tax: withheld tax, its slips, and the tax payable to the tax office. */
export { comparedWithLedger, payableOf, type TaxPeriod, taxPeriods } from './payable.ts'
export { masked } from './lender-year.ts'
export { importSlips, periodCell, slipNumberCell, slipTable } from './slip-file.ts'
export { slipLines } from './slip-lines.ts'
export { storeSlip, withdrawSlip } from './slips.ts'
export { articleOf, formatRate, kindOf, type WithheldOfLender, withheldIn } from './withheld.ts'
export { setTaxYear, SlipsMissing } from './year.ts'
