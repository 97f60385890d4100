/** Public interface of tax: withheld tax, its slips, and the tax payable to the tax office. */
export { payableOf, type TaxPeriod, taxPeriods } from './payable.ts'
export { slipTable } from './slip-file.ts'
export { storeSlip, withdrawSlip } from './slips.ts'
export { withheldOf } from './withheld.ts'
export { setTaxYear } from './year.ts'
