import { highestRate, longestTenor } from '@pematang/contract/loans/terms'
import { type Command, Option } from 'commander'
import { CommandError } from '../../operator/command.ts'
import { asOption, readCount, readDate } from '../../operator/values.ts'
import { annualFraction } from '../../platform/csv/values.ts'
import { INTEREST_TYPES, type InterestType, TENOR_PERIODS, type TenorPeriod } from '../offers/csv/loan-row.ts'
import { faultOfTenor } from '../offers/csv/index.ts'
import type { Terms } from '../terms/plan.ts'

export type TermOptions = {
  agreedOn: string
  startsOn?: string
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  keepInterest?: boolean
}

const readRate = asOption(annualFraction(highestRate))

export const addTermOptions = (command: Command): Command =>
  command
    .requiredOption('--agreed-on <date>', 'awal ketentuan baru, YYYY-MM-DD', readDate)
    .option('--starts-on <date>', 'awal bunganya; bawaan: hari yang sama', readDate)
    .requiredOption('--interest <fraction>', 'setahun, misalnya 0.12 untuk 12%', readRate)
    .addOption(
      new Option('--interest-type <word>', 'cara pembagiannya').choices(INTEREST_TYPES).makeOptionMandatory(),
    )
    .requiredOption(
      '--tenor <count>',
      'jumlah masa, sampai sepuluh tahun dalam hari atau minggu, 360 bulan',
      readCount(longestTenor.DAY),
    )
    .addOption(
      new Option('--tenor-period <word>', 'satuan tenor').choices(TENOR_PERIODS).makeOptionMandatory(),
    )
    .option('--keep-interest', 'bunga tertunggak ditambahkan ke Angsuran baru pertama; bawaan: dihapus')

/**
 * The terms that these options name.
 * @throws CommandError for a tenor that is too long
 */
export function termsOf(options: TermOptions): Terms {
  const { agreedOn, startsOn, interest, interestType, tenor, tenorPeriod, keepInterest = false } = options
  const tooLong = faultOfTenor(tenor, tenorPeriod)
  if (tooLong !== null) throw new CommandError(`Ketentuan ditolak: ${tooLong}.`)
  return {
    ...{ agreedOn, interest, interestType, tenor, tenorPeriod, keepInterest },
    ...(startsOn === undefined ? {} : { startsOn }),
  }
}
