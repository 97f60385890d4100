import { highestRate, longestTenor } from '@pematang/contract/loans/terms'
import { type Command, Option } from 'commander'
import { CommandError } from '../../operator/command.ts'
import { asOption, readCount, readDate } from '../../operator/values.ts'
import { annualFraction } from '../../platform/csv/values.ts'
import { INTEREST_TYPES, type InterestType, TENOR_PERIODS, type TenorPeriod } from '../offers/csv/loan-row.ts'
import { faultOfTenor } from '../offers/index.ts'
import type { Terms } from '../terms/index.ts'

/** The options of new terms of a loan. */
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
    .requiredOption('--agreed-on <date>', 'start of the new terms, YYYY-MM-DD', readDate)
    .option('--starts-on <date>', 'start of their interest; default: the same day', readDate)
    .requiredOption('--interest <fraction>', 'a year, e.g. 0.12 for 12%', readRate)
    .addOption(
      new Option('--interest-type <word>', 'how it is spread').choices(INTEREST_TYPES).makeOptionMandatory(),
    )
    .requiredOption(
      '--tenor <count>',
      'periods, up to ten years in days or weeks, 360 months',
      readCount(longestTenor.DAY),
    )
    .addOption(
      new Option('--tenor-period <word>', 'what the tenor counts')
        .choices(TENOR_PERIODS)
        .makeOptionMandatory(),
    )
    .option('--keep-interest', 'due interest is added to the first new installment; default: waived')

/**
 * The terms that these options name.
 * @throws CommandError for a tenor that is too long
 */
export function termsOf(options: TermOptions): Terms {
  const { agreedOn, startsOn, interest, interestType, tenor, tenorPeriod, keepInterest = false } = options
  const tooLong = faultOfTenor(tenor, tenorPeriod)
  if (tooLong !== null) throw new CommandError(`The ${tooLong}.`)
  return {
    ...{ agreedOn, interest, interestType, tenor, tenorPeriod, keepInterest },
    ...(startsOn === undefined ? {} : { startsOn }),
  }
}
